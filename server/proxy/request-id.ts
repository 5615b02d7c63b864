import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { ProxyTrust } from './proxy-trust.ts';

export const requestIdHeader = 'x-request-id';
export const traceparentHeader = 'traceparent';

/** The characters of UUIDs, trace ids and base64. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/** Version, trace, parent and flags, in small letters; neither id may be zero (W3C Trace Context, 3.2.2). */
const wellFormedTrace = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

type IncomingRequest = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** The `traceparent` of a trusted proxy, if it is well-formed: it leads from our log to the proxy's trace. */
export function findTraceparent(
  { headers, socket }: IncomingRequest,
  trust: ProxyTrust,
): string | undefined {
  const given = headers[traceparentHeader];
  if (typeof given !== 'string' || !wellFormedTrace.test(given)) return undefined;
  return trust(socket.remoteAddress ?? '', 0) ? given : undefined;
}

/**
 * The id from a trusted proxy, if it is well-formed, else a new one. A client must not choose the id
 * under which the log lists its request.
 */
export function getRequestId({ headers, socket }: IncomingRequest, trust: ProxyTrust): string {
  const given = headers[requestIdHeader];
  const isGiven = typeof given === 'string' && wellFormed.test(given);
  return isGiven && trust(socket.remoteAddress ?? '', 0) ? given : randomUUID();
}

/** Puts the request's id and trace into every response and into the lines of the log. */
export function requestId(trust: ProxyTrust): RequestHandler {
  return (request, response, next) => {
    response.setHeader(requestIdHeader, getRequestId(request, trust));
    const traceparent = findTraceparent(request, trust);
    if (traceparent !== undefined) response.setHeader(traceparentHeader, traceparent);
    next();
  };
}
