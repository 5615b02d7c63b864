import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';

/** The encodings of a response, the one with the smallest body first. */
export const encodings = ['br', 'zstd', 'gzip', 'identity'] as const;

export type Encoding = (typeof encodings)[number];

/** Browsers send a handful of values; the limit is for clients that invent them. */
const maxNegotiated = 100;

/** Parsed values: parsing would take a third of a cache hit's time. */
const negotiated = new Map<string, readonly Encoding[]>();

/**
 * The encodings that a client accepts, best first: by its own weights, and in our order where it has no
 * preference. Identity is last even where the client excludes it: RFC 9110, section 12.4.1, lets a server
 * ignore the header rather than send a 406.
 */
export function negotiateEncodings(header = ''): readonly Encoding[] {
  const known = negotiated.get(header);
  if (known) return known;
  const weights = parseWeights(header);
  const weigh = (encoding: Encoding) =>
    encoding === 'identity' ? 0 : (weights.get(encoding) ?? weights.get('*') ?? 0);
  // Sorting is stable: equals stay in our order.
  const accepted = encodings
    .filter((encoding) => encoding === 'identity' || weigh(encoding) > 0)
    .sort((one, other) => weigh(other) - weigh(one));
  if (negotiated.size >= maxNegotiated) negotiated.clear();
  negotiated.set(header, accepted);
  return accepted;
}

/** `gzip, br;q=0.9` as a map. A malformed weight counts as 0: a larger body is better than an unreadable one. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((each) => each.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0] as const;
    }),
  );
}

/** The window as a power of two, in bytes: 64 kB is more than any page. The defaults take tens of megabytes. */
const windowBits = 16;

/** Compress a page in less than a millisecond, while the client waits. */
export const compressQuickly = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, getBrotliOptions(bytes, 6)),
  zstd: (bytes: Buffer) => zstdCompressSync(bytes, getZstdOptions(bytes, 3)),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
};

/** Compress as well as possible, off the main thread: brotli takes a tenth of a second for a page. */
export const compressWell = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, getBrotliOptions(bytes, 11)),
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, getZstdOptions(bytes, 19)),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

function getBrotliOptions({ length }: Buffer, quality: number) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  };
  return { params };
}

/**
 * The asynchronous zstd does not know the size in advance. Without `pledgedSrcSize` its tables at level 19 take 82 MB
 * instead of 2, and four times the processor time.
 */
function getZstdOptions({ length }: Buffer, level: number) {
  const params = {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_windowLog]: windowBits,
  };
  return { params, pledgedSrcSize: length };
}
