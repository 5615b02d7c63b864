import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { ProxyTrust } from './proxy-trust.ts';

export const requestIdHeader = 'x-request-id';

const current = new AsyncLocalStorage<unknown>();

/** Returns the id of the current request; undefined in background work. */
export const getRequestId = () => current.getStore();

/** Makes the id available to the log lines of the request. */
export const rememberRequestId: RequestHandler = (_request, response, next) => {
  current.run(response.getHeader(requestIdHeader), next);
};

/** The characters of UUIDs, trace ids and base64. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/** Sets the id of every response: that of a trusted proxy if it is well-formed, otherwise a new one. */
export function requestId(trust: ProxyTrust): RequestHandler {
  return ({ headers, socket }, response, next) => {
    const given = headers[requestIdHeader];
    const isGiven = typeof given === 'string' && wellFormed.test(given);
    const isTrusted = isGiven && trust(socket.remoteAddress ?? '', 0);
    response.setHeader(requestIdHeader, isTrusted ? given : randomUUID());
    next();
  };
}
