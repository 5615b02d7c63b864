import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

export const requestIdHeader = 'x-request-id';

/** Letters, digits and what UUIDs, trace ids and base64 consist of. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/** The id a proxy has given the request, where it is well-formed, else one of our own. */
export function findRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** Every answer says which request it belongs to, and so do the lines of the log. */
export const requestId: RequestHandler = (request, response, next) => {
  response.setHeader(requestIdHeader, findRequestId(request));
  next();
};
