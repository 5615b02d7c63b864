import { findLoadedPage } from '#client/pages.ts';
import type { PageId } from '#shared/routes.ts';

/** Counts the renders of each page: each takes its component once. */
export function countRenders(
  find: (id: PageId) => ReturnType<typeof findLoadedPage> = findLoadedPage,
) {
  const renders = new Map<PageId, number>();
  const findPage = (id: PageId) => {
    const module = find(id);
    return (
      module && {
        ...module,
        get Page() {
          renders.set(id, (renders.get(id) ?? 0) + 1);
          return module.Page;
        },
      }
    );
  };
  return { renders, findPage };
}
