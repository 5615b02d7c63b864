import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { lifetimes } from '#shared/lifetimes.ts';
import { redactPath } from '../observe/redact.ts';
import { requestIdHeader } from '../proxy/request-id.ts';

/** The response where even the failure page fails to render. No style: the policy forbids it. */
const lastResort =
  '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Unexpected Application Error!</title><h1>Unexpected Application Error!</h1><p><a href="/">Return to Home</a></p></html>';

/** Sends the page for an error. */
export type SendFailure = (error: unknown, request: Request, response: Response) => Promise<void>;

/**
 * The one place where a failure becomes a response: one log line, a 500 with the site's failure page, and never a
 * stack. If the response has begun, it cuts the connection, so that no client takes the response for complete. What a
 * package says of a request that is the client's mistake (a 4xx of `http-errors`) is that status in plain words.
 *
 * @param sendFailure renders the page with its status; rejects if that fails too
 */
export function errorHandler(logger: Logger, sendFailure: SendFailure): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const status = findClientError(error);
    if (status !== undefined && !response.headersSent) {
      // Of the file or page that it would have been.
      for (const name of ['content-encoding', 'etag']) response.removeHeader(name);
      response.status(status).set('cache-control', lifetimes.error).type('text/plain');
      return void response.send(`${STATUS_CODES[status]}.\n`);
    }
    const requestId = response.getHeader(requestIdHeader);
    const { method } = request;
    const path = redactPath(request.path);
    logger.error({ err: error, requestId, method, path }, 'request failed');
    if (response.headersSent) return void response.destroy();
    try {
      await sendFailure(error, request, response);
    } catch (second) {
      logger.error({ err: second, requestId }, 'the failure page failed too');
      response.status(500).set('cache-control', lifetimes.error).type('html').send(lastResort);
    }
  };
}

/** The status of an error of `http-errors` that may be shown to the client, such as 412 of a file or 413 of a body. */
function findClientError(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('expose' in error && 'status' in error)) return undefined;
  return error.expose === true && typeof error.status === 'number' ? error.status : undefined;
}
