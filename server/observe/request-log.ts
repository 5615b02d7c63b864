import type { RequestHandler, Response } from 'express';
import { requestIdHeader } from '../proxy/request-id.ts';
import type { AccessLog, CacheUse } from './access-log.ts';

/** What the routes say of an answer, for the log and the metrics. */
export function describeResponse(
  response: Response,
  route: string,
  cache: CacheUse = 'none',
): void {
  response.locals['route'] = route;
  response.locals['cache'] = cache;
}

/** Observes every answer that Express gives, when it has left or its client has. */
export function requestLog(observer: AccessLog): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path, socket } = request;
    const writtenBefore = socket.bytesWritten;
    response.once('close', () => {
      if (!observer.wants(response.statusCode)) return;
      const { route = 'other', cache = 'none' } = response.locals as AnswerDescription;
      observer.observe({
        requestId: String(response.getHeader(requestIdHeader)),
        method,
        path,
        route,
        status: response.statusCode,
        milliseconds: roundMilliseconds(performance.now() - startedAt),
        bytes: socket.bytesWritten - writtenBefore,
        cache,
        isComplete: response.writableFinished,
      });
    });
    next();
  };
}

interface AnswerDescription {
  readonly route?: string;
  readonly cache?: CacheUse;
}

/** To a hundredth, which is what a hit from the cache takes. */
export function roundMilliseconds(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
