import type { RequestListener } from 'node:http';
import { type AppDependencies, createApp } from '#server/app.ts';
import { ResponseCache, type ResponseCacheOptions } from '#server/cache/response-cache.ts';
import { createAccessLog } from '#server/observe/access-log.ts';
import { trustNobody } from '#server/proxy/proxy-trust.ts';
import { makeLogger } from './make-logger.ts';

export interface CachedSite {
  readonly answers: ResponseCache;
  /** As `server/index.ts` has it: the cache, and the application for what it does not know. */
  readonly listener: RequestListener;
}

/** The application behind its page cache. */
export function makeCachedSite(
  given: Partial<AppDependencies> = {},
  choice: Partial<ResponseCacheOptions> = {},
): CachedSite {
  const answers = new ResponseCache({
    cachesPages: true,
    cachesFiles: true,
    trust: given.trust ?? trustNobody,
    now: given.now ?? (() => new Date()),
    includeSubDomains: false,
    observer: createAccessLog(makeLogger().logger),
    logger: given.logger ?? makeLogger().logger,
    ...choice,
  });
  const app = createApp({ ...given, answers });
  return {
    answers,
    listener: (request, response) => {
      if (!answers.serve(request, response)) app(request, response);
    },
  };
}
