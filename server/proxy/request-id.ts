import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { ProxyTrust } from './proxy-trust.ts';

export const requestIdHeader = 'x-request-id';

/** The characters of UUIDs, trace ids and base64. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/**
 * The id from a trusted proxy, if it is well-formed, else a new one. A client must not choose the id
 * under which the log lists its request.
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

/** Every response carries the id of its request, and so do the lines of the log. */
export function requestId(trust: ProxyTrust): RequestHandler {
  return (request, response, next) => {
    response.setHeader(requestIdHeader, getRequestId(request, trust));
    next();
  };
}
