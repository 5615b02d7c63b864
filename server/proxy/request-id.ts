import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { ProxyTrust } from './proxy-trust.ts';

export const requestIdHeader = 'x-request-id';

const current = new AsyncLocalStorage<unknown>();

/** The id of the request that the running code works for; undefined in the background. */
export const getRequestId = () => current.getStore();

/** What a request begins can ask for its id, so that a line of the log names it. */
export const rememberRequestId: RequestHandler = (_request, response, next) => {
  current.run(response.getHeader(requestIdHeader), next);
};

/** The characters of UUIDs, trace ids and base64. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/**
 * Puts an id into every response and into the lines of the log: that of a trusted proxy, if it is well-formed, else a
 * new one. A client must not choose the id under which the log lists its request.
 */
export function requestId(trust: ProxyTrust): RequestHandler {
  return ({ headers, socket }, response, next) => {
    const given = headers[requestIdHeader];
    const isGiven = typeof given === 'string' && wellFormed.test(given);
    const isTrusted = isGiven && trust(socket.remoteAddress ?? '', 0);
    response.setHeader(requestIdHeader, isTrusted ? given : randomUUID());
    next();
  };
}
