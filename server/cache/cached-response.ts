import { hash } from 'node:crypto';
import type { Validity } from '#shared/validity.ts';
import { formatCacheTags } from './cache-tags.ts';
import { compressQuickly, compressWell, type Encoding } from './encodings.ts';

/** Names and values in turn: `writeHead` takes them without an object. */
export type FlatHeaders = readonly string[];

/** One encoding of a response, ready to be sent. */
export interface Representation {
  readonly body: Buffer;
  /** Undefined where the response must not be stored (`no-store`). */
  readonly etag: string | undefined;
  /** Headers of the full response, and those of a 304. */
  readonly headers: FlatHeaders;
  readonly notModified: FlatHeaders;
  /** Compressed quickly, while a client waited. */
  readonly isQuick: boolean;
  timesSent: number;
}

export interface ResponseParts {
  readonly status: number;
  /** The headers of every encoding. `content-encoding`, `content-length` and `etag` are added here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The route in the log and the metrics: a page's id, `file`, … */
  readonly route: string;
  /** Between which changes of its content it may be sent. */
  readonly validity: Validity;
  /** Encodings from the build. A file with an empty map is sent as it is. */
  readonly encoded?: ReadonlyMap<Encoding, Buffer>;
}

/** After so many uses an encoding is compressed again, which takes a tenth of a second. */
const popularAfter = 2;

/**
 * A complete response: the same bytes and headers in several encodings. Each encoding is made for the first request
 * that needs it. It has an ETag of its own (RFC 9110, section 8.8.3.3): the hash of the content, and the encoding. The
 * tag is weak until better compression has made the last bytes.
 */
export class CachedResponse {
  readonly status: number;
  readonly route: string;
  readonly validity: Validity;
  /** The headers by which a CDN finds its copies, for sites that have one. */
  readonly tags: FlatHeaders;
  /** The maximum of memory that it may take, in bytes: all encodings, and some for the headers. */
  readonly size: number;
  /** Whether it was sent since the cache last looked for a response to evict. */
  isRecentlyUsed = false;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hash: string;
  readonly #bytes: Buffer;
  readonly #isCompressible: boolean;
  readonly #representations = new Map<Encoding, Representation>();

  constructor({ status, headers, bytes, route, validity, encoded }: ResponseParts) {
    this.status = status;
    this.route = route;
    this.validity = validity;
    this.tags = formatCacheTags(route, headers);
    this.#headers = headers;
    this.#bytes = bytes;
    this.#hash = hash('sha256', bytes, 'base64url').slice(0, 16);
    this.#isCompressible = encoded === undefined;
    this.size = getMaxSize(bytes, encoded);
    for (const [encoding, body] of encoded ?? []) this.#store(encoding, body);
  }

  /** The first encoding of a client's list that exists or can be made. */
  getRepresentation(accepted: readonly Encoding[]): Representation {
    for (const encoding of accepted) {
      const known = this.#representations.get(encoding);
      if (known) return known;
      if (this.#isCompressible && encoding !== 'identity') {
        return this.#store(encoding, compressQuickly[encoding](this.#bytes), true);
      }
    }
    return this.#store('identity', this.#bytes);
  }

  /** Counts one use. Returns whether the encoding has just become worth better compression. */
  countSent(sent: Representation): boolean {
    sent.timesSent += 1;
    return sent.isQuick && sent.timesSent === popularAfter;
  }

  /** Compresses the encodings that are worth it as well as possible, and no others. */
  async compressWell(): Promise<void> {
    for (const [encoding, { isQuick, timesSent }] of this.#representations) {
      if (encoding === 'identity' || !isQuick || timesSent < popularAfter) continue;
      this.#store(encoding, await compressWell[encoding](this.#bytes));
    }
  }

  #store(encoding: Encoding, body: Buffer, isQuick = false): Representation {
    const mayBeStored = !this.#headers['cache-control']?.includes('no-store');
    const variant = encoding === 'identity' ? '' : `-${encoding}`;
    const etag = mayBeStored ? `${isQuick ? 'W/' : ''}"${this.#hash}${variant}"` : undefined;
    const { 'content-type': contentType, ...common } = this.#headers;
    const notModified = [
      ...Object.entries(common).flat(),
      ...(etag === undefined ? [] : ['etag', etag]),
    ];
    const representation: Representation = {
      body,
      etag,
      headers: [
        ...(contentType === undefined ? [] : ['content-type', contentType]),
        ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
        'content-length',
        String(body.length),
        ...notModified,
      ],
      notModified,
      isQuick,
      timesSent: 0,
    };
    this.#representations.set(encoding, representation);
    return representation;
  }
}

/** Includes the encodings that are made later: the cache needs the size when it stores the response. */
function getMaxSize(bytes: Buffer, encoded: ResponseParts['encoded']): number {
  if (encoded === undefined) return bytes.length * 2 + 8_192;
  let sum = bytes.length + 4_096;
  for (const body of encoded.values()) sum += body.length;
  return sum;
}
