import type { RequestHandler } from 'express';
import { createResources, type ResourceContext, type TextResource } from '#shared/resources.ts';
import { CachedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { getSiteHeaders } from '../cache/site-headers.ts';
import type { LimitUncached } from '../middleware/limit-uncached.ts';
import { describeResponse } from '../observe/request-log.ts';
import { splitUrl } from '../split-url.ts';

export interface ResourceDependencies extends Omit<ResourceContext, 'validity'> {
  readonly now: () => Date;
  readonly limitUncached: LimitUncached;
}

/** The rows of the table of resources: GET and HEAD with an ETag, 304 for a valid copy, 405 for any other method. */
export function resourceRoutes(
  { now, limitUncached, ...context }: ResourceDependencies,
  responseCache: ResponseCache,
): RequestHandler {
  const rows = createResources(responseCache.content).map((row) => [row.path, row] as const);
  const resources = new Map(rows);
  return (request, response, next) => {
    const resource = resources.get(request.path);
    if (!resource) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      describeResponse(response, 'resource');
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    const { key, render, getValidity } = resource.parse(splitUrl(request.url).search);
    if (responseCache.serveKey(key, request, response)) {
      return describeResponse(response, 'resource', 'hit');
    }
    if (!limitUncached(request, response)) return;
    describeResponse(response, 'resource', responseCache.cachesPages ? 'miss' : 'none');
    const startedAt = performance.now();
    const validity = getValidity(now().getTime());
    const complete = new CachedResponse({
      status: 200,
      headers: { ...getSiteHeaders(response), ...createResourceHeaders(resource) },
      bytes: Buffer.from(render({ ...context, validity })),
      route: 'resource',
      validity,
    });
    if (responseCache.cachesPages) responseCache.set(key, complete);
    const renderTime = performance.now() - startedAt;
    responseCache.send(complete, request, response, { renderTime });
  };
}

/** The headers of a resource depend only on its row. */
function createResourceHeaders({ contentType, cacheControl, shared, indexed }: TextResource) {
  return {
    'content-type': contentType,
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
    ...(indexed ? {} : { 'x-robots-tag': 'noindex' }),
    // Feed readers and calendars in a browser read it from their own origin. Everything in it is public.
    ...(shared
      ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
      : {}),
  };
}
