import { type ServerResponse, STATUS_CODES } from 'node:http';
import { lifetimes } from '#shared/lifetimes.ts';

/** The headers of responses that do not come from the application. */
export const ownHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': lifetimes.error,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const headers = { ...ownHeaders, connection: 'close' } as const;

/** Responds to a request without a valid target, and ends the connection. */
export function rejectTarget(response: ServerResponse): void {
  response.writeHead(400, headers).end('Bad Request\n');
}

/** Formats the same response as text, for a request that the parser has rejected. */
export function formatRejection(status: number): string {
  const body = `${STATUS_CODES[status]}\n`;
  const all = { ...headers, date: new Date().toUTCString(), 'content-length': body.length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Returns the status for an error of Node's parser. */
export function getParserStatus({ code = '' }: NodeJS.ErrnoException): number {
  return parserStatuses[code] ?? 400;
}

const parserStatuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Parses the request target into path and query. A request to a proxy starts with scheme and host, and every server
 * has to accept that (RFC 9112, section 3.2.2).
 *
 * @returns undefined for an invalid request. Express's parser can fail on a fragment before our code runs
 */
export function parseRequestTarget(url: string): string | undefined {
  if (url.includes('#')) return undefined;
  if (url.startsWith('/')) return url;
  const [authority] = /^https?:\/\/[^/?]+/i.exec(url) ?? [];
  if (authority === undefined) return undefined;
  const rest = url.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
