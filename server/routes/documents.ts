import { type RequestHandler, Router } from 'express';
import { type DocumentContext, findDocument } from '#shared/documents.ts';
import { formatCalendarPath } from '#shared/events/calendar-links.ts';
import { parseEventsQuery, plainQuery } from '#shared/events/filter-query.ts';
import { findDay } from '#shared/format.ts';
import type { Answers } from '../cache/answers.ts';
import { captureHeaders } from '../cache/capture-headers.ts';
import { KeptAnswer } from '../cache/kept-answer.ts';
import type { LimitUncached } from '../middleware/limit-uncached.ts';
import { describeAnswer } from '../observe/request-log.ts';
import { splitUrl } from '../split-url.ts';

export interface DocumentDependencies extends Omit<DocumentContext, 'now'> {
  readonly now: () => Date;
  readonly limitUncached: LimitUncached;
}

/**
 * The document table's rows: text with a strong ETag, 304 where the copy is still good, HEAD, 405 for
 * anything else.
 */
export function documentRoutes(
  { now, limitUncached, ...context }: DocumentDependencies,
  answers: Answers,
): RequestHandler {
  const router = Router();
  router.use((request, response, next) => {
    const document = findDocument(request.path);
    if (!document) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      describeAnswer(response, 'document');
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    const search = splitUrl(request.url).search;
    const { path, filtered } = document;
    const { selection } = filtered ? parseEventsQuery(search, answers.programme) : plainQuery;
    const key = filtered ? formatCalendarPath(selection) : path;
    if (answers.serveKey(key, request, response)) {
      return describeAnswer(response, 'document', 'hit');
    }
    if (!limitUncached(request, response)) return;
    describeAnswer(response, 'document', answers.keepsPages ? 'miss' : 'none');
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
    const answer = new KeptAnswer({
      status: 200,
      headers: captureHeaders(response),
      bytes: Buffer.from(document.render({ ...context, now: time }, selection)),
      route: 'document',
      day: findDay(time),
    });
    if (answers.keepsPages) answers.keep(key, answer);
    answers.send(answer, request, response);
  });
  return router;
}
