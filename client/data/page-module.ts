import { type ComponentType, createContext, useContext } from 'react';
import { findListSubject, type HeadSubject } from '#shared/head/head.ts';
import type { PageData } from '#shared/page-data.ts';
import type { PageId } from '#shared/routes.ts';

/** The exports of a file in `client/pages/`. */
export interface PageModule {
  readonly Page: ComponentType;
  /** Content below the header, which moves with it. */
  readonly BelowHeader?: ComponentType;
  /** The data of another address of the page, made from loaded data; undefined if they have to be fetched. */
  readonly findData?: (search: string, known: PageData) => PageData | undefined;
  /** The parts of the head that depend on the data, on a page that is more than a list; see `findHeadSubject`. */
  readonly findSubject?: (data: PageData) => HeadSubject | undefined;
}

/** The module of a page: `client/pages.ts`, or a test's own. */
export type GetPageModule = (id: PageId) => PageModule;

/** A context, because pages also need this table, and importing it there would be circular. */
export const PageModulesContext = createContext<GetPageModule | undefined>(undefined);

/** The table of the page modules. Throws outside a `PageModulesContext`: a programming error. */
export function usePageModules(): GetPageModule {
  const getPageModule = useContext(PageModulesContext);
  if (!getPageModule) throw new Error('usePageModules needs a PageModulesContext above it');
  return getPageModule;
}

/** The parts of a page's head that depend on its data; undefined if the row of the page table has the right ones. */
export function findHeadSubject(
  { findSubject }: PageModule,
  data: PageData | undefined,
): HeadSubject | undefined {
  if (!data) return undefined;
  return 'list' in data ? findListSubject(data.pageId, data.list) : findSubject?.(data);
}
