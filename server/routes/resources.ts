import { type RequestHandler, Router } from 'express';
import { formatCalendarPath } from '#shared/events/calendar-links.ts';
import { parseEventsQuery, plainQuery } from '#shared/events/filter-query.ts';
import { getDay } from '#shared/format.ts';
import { findResource, type ResourceContext } from '#shared/resources.ts';
import { CachedResponse } from '../cache/cached-response.ts';
import { readHeaders } from '../cache/read-headers.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { LimitUncached } from '../middleware/limit-uncached.ts';
import { describeResponse } from '../observe/request-log.ts';
import { splitUrl } from '../split-url.ts';

export interface ResourceDependencies extends Omit<ResourceContext, 'now'> {
  readonly now: () => Date;
  readonly limitUncached: LimitUncached;
}

/**
 * The document table's rows: text with a strong ETag, 304 where the copy is still good, HEAD, 405 for
 * anything else.
 */
export function resourceRoutes(
  { now, limitUncached, ...context }: ResourceDependencies,
  answers: ResponseCache,
): RequestHandler {
  const router = Router();
  router.use((request, response, next) => {
    const document = findResource(request.path);
    if (!document) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      describeResponse(response, 'document');
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    const search = splitUrl(request.url).search;
    const { path, filtered } = document;
    const { selection } = filtered ? parseEventsQuery(search, answers.programme) : plainQuery;
    const key = filtered ? formatCalendarPath(selection) : path;
    if (answers.serveKey(key, request, response)) {
      return describeResponse(response, 'document', 'hit');
    }
    if (!limitUncached(request, response)) return;
    describeResponse(response, 'document', answers.cachesPages ? 'miss' : 'none');
    const { contentType, maxAge, shared } = document;
    response.set({
      'content-type': contentType,
      'cache-control': `public, max-age=${maxAge}`,
      vary: 'Accept-Encoding',
    });
    if (shared) {
      // Readers that run in a browser fetch feeds and calendars from their own origin. There is
      // nothing in them that is not public, and nobody is logged in, so nothing is given away.
      response.set({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
    const time = now();
    const answer = new CachedResponse({
      status: 200,
      headers: readHeaders(response),
      bytes: Buffer.from(document.render({ ...context, now: time }, selection)),
      route: 'document',
      day: getDay(time),
    });
    if (answers.cachesPages) answers.keep(key, answer);
    answers.send(answer, request, response);
  });
  return router;
}
