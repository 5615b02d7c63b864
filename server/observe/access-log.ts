import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdHeader } from '../proxy/request-id.ts';
import { redactPath } from './redact.ts';

export type CacheUse = 'hit' | 'miss' | 'none';

export interface MeasuredResponse {
  /** One of a small set: a page's id, `file`, `resource`, `health`, … */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Bytes written on the connection, headers included. */
  readonly bytes: number;
  readonly cache: CacheUse;
  /** False if the client closed the connection first. */
  readonly isComplete: boolean;
}

declare module 'express-serve-static-core' {
  interface Locals {
    label?: { readonly route: string; readonly cache: CacheUse };
  }
}

/** Labels a response for the access log and the metrics. */
export function labelResponse(response: Response, route: string, cache: CacheUse = 'none'): void {
  response.locals.label = { route, cache };
}

/**
 * Logs one line per response, without client address, headers or query. A 404 is a warning, because it shows broken
 * links.
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
      const { statusCode: status, writableFinished: isComplete, locals } = response;
      const { route = 'other', cache = 'none' } = locals.label ?? {};
      const measured = {
        route,
        status,
        milliseconds: Math.round((performance.now() - startedAt) * 100) / 100,
        bytes: Math.max(0, socket.bytesWritten - writtenBefore), // A counter throws for less.
        cache,
      };
      measure?.({ ...measured, isComplete });
      if (status !== 404 && !logger.isLevelEnabled('info')) return;
      const requestId = String(response.getHeader(requestIdHeader));
      const line = { requestId, method, path: redactPath(path), ...measured };
      if (!isComplete) logger.info(line, 'client went away');
      else if (status === 404) logger.warn(line, 'not found');
      else logger.info(line, 'response sent');
    });
    next();
  };
}
