import { type ComponentType, createContext, useContext } from 'react';
import { findListSubject, type HeadSubject } from '#shared/head.ts';
import type { PageData } from '#shared/page-data.ts';
import type { PageId } from '#shared/routes.ts';

/** What a file in `client/pages/` exports. */
export interface PageModule {
  readonly Page: ComponentType;
  /** What moves with the header, below it. */
  readonly BelowHeader?: ComponentType;
  /** The data of another address of the page, made from loaded data; undefined if they have to be fetched. */
  readonly findData?: (search: string, known: PageData) => PageData | undefined;
  /** What the data change in the head, on a page that is not only a list; see `findHeadSubject`. */
  readonly findSubject?: (data: PageData) => HeadSubject | undefined;
}

/** The module of a page: `client/pages.ts`, or a test's own. */
export type GetPageModule = (id: PageId) => PageModule;

/** A context, because the pages need the table themselves and cannot import it. */
export const PageModulesContext = createContext<GetPageModule | undefined>(undefined);

/** The table of the page modules. Throws outside a `PageModulesContext`: a programming error. */
export function usePageModules(): GetPageModule {
  const getPageModule = useContext(PageModulesContext);
  if (!getPageModule) throw new Error('usePageModules needs a PageModulesContext above it');
  return getPageModule;
}

/** What the data of a page change in its head; undefined where the row of the page table is right. */
export function findHeadSubject(
  { findSubject }: PageModule,
  data: PageData | undefined,
): HeadSubject | undefined {
  if (!data) return undefined;
  return 'list' in data ? findListSubject(data.pageId, data.list) : findSubject?.(data);
}
