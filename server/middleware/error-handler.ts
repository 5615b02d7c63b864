import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { redact } from '../observe/redact.ts';
import { requestIdHeader } from '../proxy/request-id.ts';
import type { SendPage } from '../routes/pages.ts';

/** What is sent when even the failure page cannot be rendered. No style: the policy forbids it. */
const lastResort =
  '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Unexpected Application Error!</title><h1>Unexpected Application Error!</h1><p><a href="/">Return to Home</a></p></html>';

/**
 * The one place where a failure becomes an answer: logged once, a 500 in the site's dress, and never
 * a stack. When the answer has begun, the connection is cut, so that nobody takes half for whole.
 */
export function errorHandler(logger: Logger, sendPage: SendPage): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const requestId = response.getHeader(requestIdHeader);
    const { method } = request;
    const path = redact(request.path);
    logger.error({ err: error, requestId, method, path }, 'request failed');
    if (response.headersSent) return void response.destroy();
    try {
      await sendPage('failure', request, response);
    } catch (second) {
      logger.error({ err: second, requestId }, 'the failure page failed too');
      response.status(500).set('cache-control', 'no-store').type('html').send(lastResort);
    }
  };
}
