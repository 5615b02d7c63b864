import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { lifetimes } from '#shared/lifetimes.ts';
import { redactPath } from '../observe/redact.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import { sendText } from './send-text.ts';

/** The response if the failure page fails to render, too. It has no style, because the policy forbids it. */
const lastResort =
  '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Unexpected Application Error!</title><h1>Unexpected Application Error!</h1><p><a href="/">Return to Home</a></p></html>';

const ofFailed = ['content-encoding', 'content-length', 'etag'];

export type SendFailure = (error: unknown, request: Request, response: Response) => Promise<void>;

/**
 * Turns every failure into one log line and a 500 with the failure page. A response that has begun is cut, so that no
 * client considers it complete. A 4xx of `http-errors` becomes a line of text.
 */
export function errorHandler(logger: Logger, sendFailure: SendFailure): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const status = findClientError(error);
    if (!response.headersSent) {
      for (const name of ofFailed) response.removeHeader(name);
      if (status !== undefined) return sendText(response, status, `${STATUS_CODES[status]}.`);
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

/** Finds the status of an `http-errors` error that may be sent to the client, such as 413 for a body. */
function findClientError(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('expose' in error && 'status' in error)) return undefined;
  return error.expose === true && typeof error.status === 'number' ? error.status : undefined;
}
