import type { ResponseCacheOptions } from '#server/cache/response-cache.ts';
import { makeCachedSite } from './cached-site.ts';
import { readPage } from './read-page.ts';
import { sampleContent } from './sample-content.ts';

/** Before the first of the sample events. */
const beforeAll = () => new Date('2025-10-01T12:00:00Z');

/** The whole site with the tests' own content in place of the editors'. Nothing is cached. */
function makeSampleSite(options: Partial<ResponseCacheOptions> = {}) {
  const given = { content: sampleContent, now: beforeAll, ...options };
  return makeCachedSite({ now: given.now }, { cachesPages: false, cachesFiles: false, ...given });
}

/** A page of it. */
export function readSamplePage(address: string, options: Partial<ResponseCacheOptions> = {}) {
  return readPage(address, makeSampleSite(options).listener);
}
