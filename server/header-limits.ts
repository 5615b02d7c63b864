import type { IncomingHttpHeaders } from 'node:http';

/** Maximum value of a parsed header, in characters. Browsers send less than 300. */
const maxParsedHeader = 1_024;

/** The headers that our code, Express or one of our packages parses. Nothing reads the others. */
const parsedHeaders = [
  'accept',
  'accept-encoding',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'origin',
  'range',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
] as const;

/**
 * Whether a parsed header is too long (RFC 6585, section 5: 431 may concern a single header). The
 * whole head may have 16 kB, and a parser that is slow on one value blocks every request.
 */
export function hasTooLongHeader(headers: IncomingHttpHeaders): boolean {
  return parsedHeaders.some((name) => (headers[name]?.length ?? 0) > maxParsedHeader);
}
