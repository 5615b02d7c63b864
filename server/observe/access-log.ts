import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdHeader } from '../proxy/request-id.ts';
import { cutPath, redactPath } from './redact.ts';

/** `hit`: the response came from the cache; `miss`: it was rendered and cached; `none`: neither, such as a file. */
export type CacheUse = 'hit' | 'miss' | 'none';

/** What the metrics count of a response. */
export interface MeasuredResponse {
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

const described = new WeakMap<Response, { readonly route: string; readonly cache: CacheUse }>();

/** Sets the route and the use of the cache, for the access log and the metrics. */
export function labelResponse(response: Response, route: string, cache: CacheUse = 'none'): void {
  described.set(response, { route, cache });
}

/** The route of a response so far. */
export function getRoute(response: Response): string {
  return described.get(response)?.route ?? 'other';
}

/**
 * One log line per response, when it was sent or its client closed the connection: without address, header or query. A
 * 404 is a `not found` line with level `warn`: it shows broken links.
 *
 * @param measure counts every response for the metrics, if there are any
 */
export function logRequests(
  logger: Logger,
  measure?: (response: MeasuredResponse) => void,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path, socket } = request;
    const writtenBefore = socket.bytesWritten;
    response.once('close', () => {
      const { statusCode: status, writableFinished: isComplete } = response;
      const measured = {
        route: getRoute(response),
        status,
        milliseconds: Math.round((performance.now() - startedAt) * 100) / 100,
        bytes: socket.bytesWritten - writtenBefore,
        cache: described.get(response)?.cache ?? 'none',
      };
      measure?.({ ...measured, isComplete });
      if (status !== 404 && !logger.isLevelEnabled('info')) return;
      // The path of a successful response is one of ours and needs no redaction. An aborted response may have the
      // status 200 only because the application has not set another.
      const isOurPath = isComplete && status < 400;
      const requestId = String(response.getHeader(requestIdHeader));
      const logged = isOurPath ? cutPath(path) : redactPath(path);
      const line = { requestId, method, path: logged, ...measured };
      if (!isComplete) logger.info(line, 'client went away');
      else if (status === 404) logger.warn(line, 'not found');
      else logger.info(line, 'response sent');
    });
    next();
  };
}
