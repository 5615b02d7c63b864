import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdHeader } from '../proxy/request-id.ts';
import { cutPath, redactPath } from './redact.ts';

/** `hit`: the response came from the cache; `miss`: it was rendered and cached; `none`: neither, such as a file. */
export type CacheUse = 'hit' | 'miss' | 'none';

/** One response, when it was sent or its client closed the connection. It holds no personal data. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  /** As in the request, without the query, which can carry personal data. */
  readonly path: string;
  /** One of few values: a page's id, `file`, `resource`, `health`, … */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Bytes written on the connection, headers included. */
  readonly bytes: number;
  readonly cache: CacheUse;
  /** False where the client closed the connection first. */
  readonly isComplete: boolean;
}

export type AccessLog = ReturnType<typeof createAccessLog>;

/**
 * One log line per response. A 404 is a `not found` line with level `warn`: it shows broken links.
 *
 * @param measure counts every response for the metrics, if there are any
 */
export function createAccessLog(logger: Logger, measure?: (entry: AccessEntry) => void) {
  const wantsAll = measure !== undefined || logger.isLevelEnabled('info');
  return {
    /** Whether it records responses with this status. */
    wants: (status: number) => wantsAll || status === 404,
    record(recorded: AccessEntry) {
      measure?.(recorded);
      const { isComplete, ...entry } = recorded;
      // The path of a successful response is one of ours and needs no redaction. An aborted response may have the
      // status 200 only because the application has not set another.
      const isOurPath = isComplete && entry.status < 400;
      const path = isOurPath ? cutPath(entry.path) : redactPath(entry.path);
      const line = { ...entry, path };
      if (!isComplete) logger.info(line, 'client went away');
      else if (entry.status === 404) logger.warn(line, 'not found');
      else logger.info(line, 'response sent');
    },
  };
}

const described = new WeakMap<Response, { readonly route: string; readonly cache: CacheUse }>();

/** Sets the route and the use of the cache, for the access log and the metrics. */
export function describeResponse(
  response: Response,
  route: string,
  cache: CacheUse = 'none',
): void {
  described.set(response, { route, cache });
}

/** The route of a response so far. */
export function getRoute(response: Response): string {
  return described.get(response)?.route ?? 'other';
}

/** Records every response when it was sent or its client closed the connection. */
export function logRequests(accessLog: AccessLog): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path, socket } = request;
    const writtenBefore = socket.bytesWritten;
    response.once('close', () => {
      if (!accessLog.wants(response.statusCode)) return;
      accessLog.record({
        requestId: String(response.getHeader(requestIdHeader)),
        method,
        path,
        route: getRoute(response),
        status: response.statusCode,
        milliseconds: Math.round((performance.now() - startedAt) * 100) / 100,
        bytes: socket.bytesWritten - writtenBefore,
        cache: described.get(response)?.cache ?? 'none',
        isComplete: response.writableFinished,
      });
    });
    next();
  };
}
