import type { RequestListener } from 'node:http';
import { type AppDependencies, createApp } from '#server/app.ts';
import { ResponseCache, type ResponseCacheOptions } from '#server/cache/response-cache.ts';
import { createAccessLog } from '#server/observe/access-log.ts';
import { trustNobody } from '#server/proxy/proxy-trust.ts';
import { makeLogger } from './make-logger.ts';

/** The application behind its page cache. */
export function makeCachedSite(
  given: Partial<AppDependencies> = {},
  options: Partial<ResponseCacheOptions> = {},
) {
  const responseCache = new ResponseCache({
    cachesPages: true,
    cachesFiles: true,
    trust: given.trust ?? trustNobody,
    now: given.now ?? (() => new Date()),
    includeSubDomains: false,
    accessLog: createAccessLog(makeLogger().logger),
    logger: given.logger ?? makeLogger().logger,
    ...options,
  });
  const app = createApp({ ...given, responseCache });
  return {
    responseCache,
    /** As `server/index.ts` has it: the cache, and the application after a miss. */
    listener: ((request, response) => {
      if (!responseCache.serve(request, response)) app(request, response);
    }) satisfies RequestListener,
  };
}
