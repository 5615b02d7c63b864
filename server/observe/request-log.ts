import type { RequestHandler, Response } from 'express';
import { requestIdHeader, traceparentHeader } from '../proxy/request-id.ts';
import type { AccessLog, CacheUse } from './access-log.ts';

/** Sets the route and the use of the cache, for the access log and the metrics. */
export function describeResponse(
  response: Response,
  route: string,
  cache: CacheUse = 'none',
): void {
  response.locals['route'] = route;
  response.locals['cache'] = cache;
}

/** Records every response of Express, when it was sent or its client closed the connection. */
export function requestLog(accessLog: AccessLog): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path, socket } = request;
    const writtenBefore = socket.bytesWritten;
    response.once('close', () => {
      if (!accessLog.wants(response.statusCode)) return;
      const described = response.locals as { readonly route?: string; readonly cache?: CacheUse };
      accessLog.record({
        requestId: String(response.getHeader(requestIdHeader)),
        traceparent: response.getHeader(traceparentHeader)?.toString(),
        method,
        path,
        route: described.route ?? 'other',
        status: response.statusCode,
        milliseconds: roundMilliseconds(performance.now() - startedAt),
        bytes: socket.bytesWritten - writtenBefore,
        cache: described.cache ?? 'none',
        isComplete: response.writableFinished,
      });
    });
    next();
  };
}

/** To a hundredth of a millisecond: a cache hit takes about one. */
export function roundMilliseconds(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
