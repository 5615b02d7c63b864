import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { requestIdHeader } from '../proxy/request-id.ts';

const ofContent = ['content-type', 'content-encoding'];

/** These headers depend on the request, or only on the body. */
const ignored = [requestIdHeader, 'strict-transport-security', 'date', 'content-length'];

/**
 * Creates an ETag of the body and all headers. After a 304 a cache's copy can keep old headers: by RFC 9111, section
 * 3.2, headers that the response no longer has and those of the content, and in nginx all of them.
 *
 * @param response with all headers of the full response
 */
export function createEntityTag(response: ServerResponse, body: Buffer): string {
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !ignored.includes(name));
  const covered = JSON.stringify([response.statusCode, headers]);
  return `"${createHash('sha256').update(covered).update(body).digest('base64url').slice(0, 22)}"`;
}

/** Sends a body whose headers are set, or a 304 if the client's copy is still valid. */
export function sendBody(request: Request, response: Response, body: Buffer): void {
  if (request.fresh) {
    for (const name of ofContent) response.removeHeader(name);
    response.status(304).end();
  } else response.setHeader('content-length', body.length).end(body);
}
