import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { requestIdHeader } from '../proxy/request-id.ts';

/** These depend on the request, or on the body alone. */
const ignored = [requestIdHeader, 'strict-transport-security', 'date', 'content-length'];

/**
 * An ETag of the body and of every header. A 304 may leave anything in a cache's copy: headers that the response has
 * lost and those of the content by RFC 9111, section 3.2, and in nginx all of them.
 *
 * @param response with all headers of the full response
 * @param body or a hash of it
 */
export function createEntityTag(response: ServerResponse, body: Buffer | string): string {
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !ignored.includes(name));
  const covered = JSON.stringify([response.statusCode, headers]);
  return `"${createHash('sha256').update(covered).update(body).digest('base64url').slice(0, 22)}"`;
}
