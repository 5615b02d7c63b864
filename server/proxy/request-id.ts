import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { ProxyTrust } from './proxy-trust.ts';

export const requestIdHeader = 'x-request-id';

/** Letters, digits and what UUIDs, trace ids and base64 consist of. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/**
 * The id that a trusted proxy has given the request, where it is well-formed, else one of our own: a
 * stranger must not choose under which name a request is found in the log.
 */
export function getRequestId(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, 'headers'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  trust: ProxyTrust,
): string {
  const given = headers[requestIdHeader];
  const isGiven = typeof given === 'string' && wellFormed.test(given);
  return isGiven && trust(socket.remoteAddress ?? '', 0) ? given : randomUUID();
}

/** Every answer says which request it belongs to, and so do the lines of the log. */
export function requestId(trust: ProxyTrust): RequestHandler {
  return (request, response, next) => {
    response.setHeader(requestIdHeader, getRequestId(request, trust));
    next();
  };
}
