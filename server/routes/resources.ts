import type { RequestHandler } from 'express';
import type { ResourceContext } from '#shared/resources.ts';
import { sendText } from '../middleware/send-text.ts';
import { labelResponse } from '../observe/access-log.ts';
import { sendComplete } from '../page-cache.ts';

export interface ResourceDependencies extends Omit<ResourceContext, 'validity'> {
  readonly now: () => Date;
}

/** The sitemap has styles of ours. */
const xmlPolicy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

/** Sends the resources for GET and HEAD, and a 405 for any other method. */
export function resourceRoutes({ now, ...context }: ResourceDependencies): RequestHandler {
  return (request, response, next) => {
    const { address: found } = response.locals;
    if (found?.kind !== 'resource') return next();
    labelResponse(response, 'resource');
    if (request.method !== 'GET') {
      response.set('allow', 'GET, HEAD');
      return sendText(response, 405, 'Method not allowed');
    }
    const { contentType, cacheControl, shared, indexed } = found.resource;
    const validity = found.address.getValidity(now().getTime());
    return sendComplete(response, {
      status: 200,
      headers: {
        'content-type': contentType,
        'cache-control': cacheControl,
        ...(contentType.startsWith('application/xml') && { 'content-security-policy': xmlPolicy }),
        ...(indexed ? {} : { 'x-robots-tag': 'noindex' }),
        // Feed readers and calendars in a browser fetch it from their own origin. Its content is public.
        ...(shared && {
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        }),
      },
      body: found.address.render({ ...context, validity }),
      validity,
    });
  };
}
