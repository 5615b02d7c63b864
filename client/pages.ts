import { use } from 'react';
import { isNewsletterPage, type NewsletterPageId } from '#shared/newsletter/outcomes.ts';
import type { PageId } from '#shared/routes.ts';
import { LoadFailure } from './data/load-failure.ts';
import type { PageCode, PageModule } from './data/page-code.ts';

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
const loading = new Map<PageId, Promise<PageModule>>();
const failed = new Set<PageId>();

/** The code of a page, if it is loaded. */
export function findLoadedPage(id: PageId): PageModule | undefined {
  return loaded.get(id);
}

/** The code of the pages: each is loaded on demand. (`React.lazy` would remember a rejected import for ever.) */
export const pageCode: PageCode = {
  load(id) {
    if (failed.delete(id)) loading.delete(id);
    return getPromise(id);
  },
  find: findLoadedPage,
  read: (id) => loaded.get(id) ?? use(getPromise(id)),
};

/** A rejected promise stays until the next `load`: React renders again after it, and would begin anew each time. */
function getPromise(id: PageId): Promise<PageModule> {
  const known = loading.get(id);
  if (known) return known;
  const promise = importPage(id).catch((cause: unknown) => {
    failed.add(id);
    throw new LoadFailure(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  loading.set(id, promise);
  return promise;
}

async function importPage(id: PageId): Promise<PageModule> {
  // All outcomes of the newsletter share one component.
  const module: PageModule = await (isNewsletterPage(id)
    ? import('./pages/newsletter-outcome-page.tsx')
    : loaders[id]());
  loaded.set(id, module);
  return module;
}
