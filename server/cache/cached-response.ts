import { createHash } from 'node:crypto';
import { compress, compressWell, type Encoding } from './encodings.ts';

/** Names and values one after the other, as `writeHead` takes them without building an object. */
export type FlatHeaders = readonly string[];

/** One coding of an answer, ready to be sent. */
export interface Representation {
  readonly body: Buffer;
  /** Undefined for what nobody may keep. */
  readonly etag: string | undefined;
  /** Headers of the whole answer, and those of a 304. */
  readonly headers: FlatHeaders;
  readonly notModified: FlatHeaders;
}

export interface ResponseParts {
  readonly status: number;
  /** What all codings have in common; the content's coding, length and tag are added here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** What the request was for, in the log and the metrics: a page's id, `file`, … */
  readonly route: string;
  /** The day for which it is right, as `2026-11-20`; undefined where it does not depend on the day. */
  readonly day: string | undefined;
  /** Codings that were made at build time. A file without them is sent as it is. */
  readonly encoded?: ReadonlyMap<Encoding, Buffer>;
  /** Ranges of it may be asked for, which the cache leaves to Express. */
  readonly hasRanges?: boolean;
}

/** How often an answer is sent before a tenth of a second of compressing is well spent. */
const popularAfter = 2;

/**
 * A finished answer: the same headers round each coding of the same bytes. Each coding is made when
 * it is first asked for, and has a strong tag of its own (RFC 9110, section 8.8.3.3): the hash of the
 * content, the coding, and how well it was compressed.
 */
export class CachedResponse {
  readonly status: number;
  readonly route: string;
  readonly day: string | undefined;
  readonly hasRanges: boolean;
  /** What it may take of the memory at most, in bytes: all codings, and some for the headers. */
  readonly size: number;
  /** Was sent since the cache last looked for what to drop. */
  isWanted = false;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hash: string;
  readonly #bytes: Buffer;
  readonly #isCompressible: boolean;
  readonly #representations = new Map<Encoding, Representation>();
  #timesSent = 0;

  constructor({ status, headers, bytes, route, day, encoded, hasRanges = false }: ResponseParts) {
    this.status = status;
    this.route = route;
    this.day = day;
    this.hasRanges = hasRanges;
    this.#headers = headers;
    this.#bytes = bytes;
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
    this.#isCompressible = encoded === undefined;
    this.size = findSize(bytes, encoded);
    for (const [encoding, body] of encoded ?? []) this.#keep(encoding, body, '');
  }

  /** The first coding of a client's list that there is. */
  find(accepted: readonly Encoding[]): Representation {
    for (const encoding of accepted) {
      const known = this.#representations.get(encoding);
      if (known) return known;
      if (this.#isCompressible && encoding !== 'identity') {
        const suffix = encoding === 'br' ? '-quick' : '';
        return this.#keep(encoding, compress(this.#bytes, encoding), suffix);
      }
    }
    return this.#keep('identity', this.#bytes, '');
  }

  /** Counts one sending. Returns whether it has just become worth compressing well. */
  countSent(): boolean {
    if (this.#timesSent === popularAfter) return false;
    this.#timesSent += 1;
    return this.#timesSent === popularAfter && this.#isCompressible;
  }

  /** Makes the smallest form there is, in brotli, which every browser of the last years takes. */
  async compressWell(): Promise<void> {
    this.#keep('br', await compressWell(this.#bytes), '');
  }

  #keep(encoding: Encoding, body: Buffer, suffix: string): Representation {
    const mayBeKept = !this.#headers['cache-control']?.includes('no-store');
    const coding = encoding === 'identity' ? '' : `-${encoding}`;
    const etag = mayBeKept ? `"${this.#hash}${coding}${suffix}"` : undefined;
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
        ...(this.hasRanges ? ['accept-ranges', 'bytes'] : []),
        ...notModified,
      ],
      notModified,
    };
    this.#representations.set(encoding, representation);
    return representation;
  }
}

/** What is made later counts from the beginning: the cache has to know it when it keeps an answer. */
function findSize(bytes: Buffer, encoded: ResponseParts['encoded']): number {
  if (encoded === undefined) return bytes.length * 2 + 8_192;
  let sum = bytes.length + 4_096;
  for (const body of encoded.values()) sum += body.length;
  return sum;
}
