import { type AppDependencies, createApp } from '#server/app.ts';
import { createPageCache } from '#server/middleware/page-cache.ts';

/** The application with its page cache. */
export function makeCachedSite(given: Partial<AppDependencies> = {}) {
  const cache = createPageCache(8 * 1024 ** 2);
  return { cache, app: createApp({ cache, isBuilt: true, ...given }) };
}
