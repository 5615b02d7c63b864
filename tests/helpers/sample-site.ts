import type { ResponseCacheOptions } from '#server/cache/response-cache.ts';
import { makeCachedSite } from './cached-site.ts';
import { readPage } from './read-page.ts';
import { sampleContent } from './sample-content.ts';

/** Before the first of the sample events. */
const beforeAll = () => new Date('2025-10-01T12:00:00Z');

/** A page of the site with the tests' own content in place of the editors'. Nothing is cached. */
export function readSamplePage(address: string, options: Partial<ResponseCacheOptions> = {}) {
  const given = { content: sampleContent, now: beforeAll, ...options };
  const caches = { cachesPages: false, cachesFiles: false };
  return readPage(address, makeCachedSite({ now: given.now }, { ...caches, ...given }).listener);
}
