import { type ComponentType, createContext, useContext } from 'react';
import { findListSubject, type HeadSubject } from '#shared/head.ts';
import type { PageData } from '#shared/page-data.ts';
import type { PageId } from '#shared/routes.ts';

/** What a file in `client/pages/` exports. */
export interface PageModule {
  readonly Page: ComponentType;
  /** The data of another address of the page, made from loaded data; undefined if they have to be fetched. */
  readonly findData?: (search: string, known: PageData) => PageData | undefined;
  /** What the data change in the head, on a page that is not only a list; see `findHeadSubject`. */
  readonly findSubject?: (data: PageData) => HeadSubject | undefined;
}

/** The code of the pages (`client/pages.ts`). In a context, because the pages use it themselves. */
export interface PageCode {
  /** Loads a page's code once. Rejects with a `LoadFailure` when it cannot be fetched; the next call tries again. */
  readonly load: (id: PageId) => Promise<PageModule>;
  /** The code of a page, if it is loaded. The server has loaded all pages before it renders. */
  readonly find: (id: PageId) => PageModule | undefined;
  /** The same while rendering: a component suspends until it is loaded, and fails where it cannot be loaded. */
  readonly read: (id: PageId) => PageModule;
}

export const PageCodeContext = createContext<PageCode | undefined>(undefined);

/** The code of the pages. Throws outside a `PageCodeContext`: a programming error. */
export function usePageCode(): PageCode {
  const code = useContext(PageCodeContext);
  if (!code) throw new Error('usePageCode needs a PageCodeContext above it');
  return code;
}

/** What the data of a page change in its head; undefined where the row of the page table is right. */
export function findHeadSubject(
  { findSubject }: Pick<PageModule, 'findSubject'>,
  data: PageData | undefined,
): HeadSubject | undefined {
  if (!data) return undefined;
  return 'list' in data ? findListSubject(data.pageId, data.list) : findSubject?.(data);
}
