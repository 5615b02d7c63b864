import type { RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import type { ResourceContext, TextResource } from '#shared/resources.ts';
import { formatCanonicalPath } from '#shared/routes.ts';
import { splitUrl } from '../http/split-url.ts';
import { storeInCache } from '../middleware/page-cache.ts';
import { labelResponse } from '../observe/access-log.ts';

export interface ResourceDependencies extends Omit<ResourceContext, 'validity'> {
  /** The rows of the table of resources, by path. */
  readonly resources: ReadonlyMap<string, TextResource>;
  readonly now: () => Date;
}

/** Sends the resources for GET and HEAD, and a 405 for any other method. */
export function resourceRoutes({
  resources,
  now,
  ...context
}: ResourceDependencies): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const resource = resources.get(path) ?? resources.get(formatCanonicalPath(path));
    if (!resource) return next();
    labelResponse(response, 'resource');
    if (request.method !== 'GET') {
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': lifetimes.error });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    const { contentType, cacheControl, shared, indexed, parse } = resource;
    const { render, getValidity } = parse(splitUrl(request.url).search);
    const validity = getValidity(now().getTime());
    storeInCache(response, { validity });
    response.set({
      'content-type': contentType,
      'cache-control': cacheControl,
      ...(indexed ? {} : { 'x-robots-tag': 'noindex' }),
      // Feed readers and calendars in a browser fetch it from their own origin. Its content is public.
      ...(shared
        ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
        : {}),
    });
    response.send(render({ ...context, validity }));
  };
}
