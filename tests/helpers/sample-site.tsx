import { Page as AboutPage } from '#client/pages/about-page.tsx';
import { Page as BlogPage } from '#client/pages/blog-page.tsx';
import * as eventsPage from '#client/pages/events-page.tsx';
import { Page as FaqPage } from '#client/pages/investor-faq-page.tsx';
import { findLoadedPage, type PageModule } from '#client/pages.ts';
import type { ResponseCacheOptions } from '#server/cache/response-cache.ts';
import type { PageId } from '#shared/routes.ts';
import { makeCachedSite } from './cached-site.ts';
import { readPage } from './read-page.ts';
import {
  samplePartners,
  samplePosts,
  sampleProgramme,
  sampleQuestions,
  sampleTeam,
} from './sample-content.ts';

const samplePages: Readonly<Partial<Record<PageId, PageModule>>> = {
  blog: { Page: () => <BlogPage posts={samplePosts} /> },
  about: { Page: () => <AboutPage team={sampleTeam} partners={samplePartners} /> },
  'investor-faq': { Page: () => <FaqPage questions={sampleQuestions} /> },
};

/** Before the first of the sample events. */
const beforeAll = () => new Date('2025-10-01T12:00:00Z');

/** The whole site with the tests' own content in place of the editors'. Nothing is cached. */
export function makeSampleSite(options: Partial<ResponseCacheOptions> = {}) {
  const { programme = sampleProgramme, now = beforeAll } = options;
  const events: PageModule = {
    Page: eventsPage.Page.bind(undefined, { programme }),
    findSubject: (query) => eventsPage.findSubject(query, programme),
  };
  return makeCachedSite(
    { now, findPage: (id) => (id === 'events' ? events : samplePages[id]) ?? findLoadedPage(id) },
    { cachesPages: false, cachesFiles: false, programme, now, ...options },
  );
}

/** A page of it. */
export function readSamplePage(address: string, options: Partial<ResponseCacheOptions> = {}) {
  return readPage(address, makeSampleSite(options).listener);
}
