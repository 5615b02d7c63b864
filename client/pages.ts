import type { ComponentType } from 'react';
import { findListSubject, type HeadSubject } from '#shared/head.ts';
import { isNewsletterPage, type NewsletterPageId } from '#shared/newsletter/outcomes.ts';
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

/**
 * The code of every row of the page table; a row without it is a compile error. The imports are dynamic, so
 * that the browser fetches a page's code only on demand; the server's bundle contains them all.
 */
const loaders: Readonly<Record<Exclude<PageId, NewsletterPageId>, () => Promise<PageModule>>> = {
  home: () => import('./pages/home-page.tsx'),
  about: () => import('./pages/about-page.tsx'),
  blog: () => import('./pages/blog-page.tsx'),
  'investor-faq': () => import('./pages/investor-faq-page.tsx'),
  manifesto: () => import('./pages/manifesto-page.tsx'),
  contact: () => import('./pages/contact-page.tsx'),
  'contact-form': () => import('./pages/contact-form-page.tsx'),
  events: () => import('./pages/events-page.tsx'),
  'thank-you': () => import('./pages/thank-you-page.tsx'),
  privacy: () => import('./pages/legal-page.tsx'),
  terms: () => import('./pages/legal-page.tsx'),
  'not-found': () => import('./pages/not-found-page.tsx'),
  'bad-request': () => import('./pages/bad-request-page.tsx'),
  'method-not-allowed': () => import('./pages/method-not-allowed-page.tsx'),
  failure: () => import('./pages/failure-page.tsx'),
};

const loaded = new Map<PageId, PageModule>();

/** Loads a page's code once. Rejects when the browser cannot fetch it; the next call tries again. */
export async function loadPage(id: PageId): Promise<PageModule> {
  const known = loaded.get(id);
  if (known) return known;
  // All outcomes of the newsletter share one component.
  const module: PageModule = await (isNewsletterPage(id)
    ? import('./pages/newsletter-outcome-page.tsx')
    : loaders[id]());
  loaded.set(id, module);
  return module;
}

/**
 * The code of a page, if `loadPage` has loaded it. So rendering is synchronous on server and browser, without
 * Suspense: nothing flashes in the browser, and the stream has no inline script.
 */
export function findLoadedPage(id: PageId): PageModule | undefined {
  return loaded.get(id);
}

/** What the data of a page change in its head; undefined where the row of the page table is right. */
export function findHeadSubject(
  { findSubject }: PageModule,
  data: PageData | undefined,
): HeadSubject | undefined {
  if (!data) return undefined;
  return 'list' in data ? findListSubject(data.pageId, data.list) : findSubject?.(data);
}
