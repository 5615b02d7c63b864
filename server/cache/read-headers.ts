import type { ServerResponse } from 'node:http';

/** What belongs to one request or one coding, and is put on again when an answer is sent. */
const passing = new Set([
  'accept-ranges',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'x-request-id',
]);

/**
 * The headers of an answer, for sending it again. They are read from the answer itself, so that what
 * is kept cannot differ from what is rendered.
 */
export function readHeaders(response: ServerResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      value === undefined || passing.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
