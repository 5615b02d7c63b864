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
  events: {
    Page: () => <eventsPage.Page programme={sampleProgramme} />,
    findSubject: (query) => eventsPage.findSubject(query, sampleProgramme),
  },
  blog: { Page: () => <BlogPage posts={samplePosts} /> },
  about: { Page: () => <AboutPage team={sampleTeam} partners={samplePartners} /> },
  'investor-faq': { Page: () => <FaqPage questions={sampleQuestions} /> },
};

/** The whole site with the tests' own content in place of the editors'. Nothing is cached. */
export function makeSampleSite(options: Partial<ResponseCacheOptions> = {}) {
  return makeCachedSite(
    { findPage: (id) => samplePages[id] ?? findLoadedPage(id) },
    { cachesPages: false, cachesFiles: false, programme: sampleProgramme, ...options },
  );
}

/** A page of it. */
export function readSamplePage(address: string) {
  return readPage(address, makeSampleSite().listener);
}
