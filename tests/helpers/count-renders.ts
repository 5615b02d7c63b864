import { findLoadedPage } from '#client/pages.ts';
import type { PageId } from '#shared/routes.ts';

/** Counts the renders of each page. */
export function countRenders(
  find: (id: PageId) => ReturnType<typeof findLoadedPage> = findLoadedPage,
) {
  const renders = new Map<PageId, number>();
  const known = new Set<PageId>();
  const findPage = (id: PageId) => {
    // Asked twice in a render, by the application and by the page's place in it.
    if (known.delete(id)) return find(id);
    known.add(id);
    renders.set(id, (renders.get(id) ?? 0) + 1);
    return find(id);
  };
  return { renders, findPage };
}
