import type { Random } from './random.ts';
import { latin1 } from './raw-connection.ts';

/** A bad request, as bytes. */
export interface HostileRequest {
  /** What is bad about it, for the message of a failure. */
  readonly family: string;
  /** For reading the answer: HEAD has no body. */
  readonly method: string;
  readonly bytes: Buffer;
  /** A word that stands in it and must not come back. */
  readonly marker: string;
  /** The word is what somebody has typed into a form, which shows it again, escaped. */
  readonly isTyped?: boolean;
  /**
   * What has to become of the connection. `kept`: its end is clear, and the next request on the
   * connection is answered as if nothing had been. `closed`: nobody knows where it ends, so nothing
   * behind it may be taken for a request. `either`: whichever suits the server.
   */
  readonly connection: 'kept' | 'closed' | 'either';
  /** Nothing more comes: the client has closed its side, or is waiting without a word. */
  readonly after?: 'half-close' | 'silence';
}

export interface RequestParts {
  readonly method?: string;
  readonly target: string;
  /** Whole lines, without their ends; the first is not always a Host. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

export const host = 'Host: circle.example';

/** A request as HTTP has it. Every character is one byte. */
export function write({
  method = 'GET',
  target,
  headers = [host],
  body = '',
}: RequestParts): Buffer {
  return latin1(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** What becomes of the connection of a whole request: an address is ASCII and has no fragment. */
export function findConnection(target: string): HostileRequest['connection'] {
  return /^[\x21\x22\x24-\x7e]*$/.test(target) ? 'kept' : 'either';
}

/** Makes one request of a family. */
export type Maker = (random: Random) => HostileRequest;

/** Addresses that exist, of every kind. */
export const known = [
  '/',
  '/events',
  '/about',
  '/blog',
  '/contact/form',
  '/thank-you',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/healthz',
  '/readyz',
  '/feed.xml',
  '/events.ics',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
  '/assets/entry-AB12CD34.js',
  '/fonts/eczar-f736a312.woff2',
] as const;

/** UTF-8 as the bytes of its request line, one character each. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}
