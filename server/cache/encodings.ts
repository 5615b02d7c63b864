import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';

/** The codings of a body that are kept, the one for the smallest body first. */
export const encodings = ['br', 'zstd', 'gzip', 'identity'] as const;

export type Encoding = (typeof encodings)[number];

/** Browsers send a handful of values; the bound is for those who make them up. */
const negotiated = new Map<string, readonly Encoding[]>();
const mostNegotiated = 100;

/**
 * The codings a client takes, best first: by its own weights, and the smallest where it has no
 * preference. Identity is last even where it is refused: RFC 9110, section 12.5.3, lets a server
 * ignore the header rather than answer 406.
 */
export function findAccepted(header: string | undefined): readonly Encoding[] {
  const value = header ?? '';
  const known = negotiated.get(value);
  if (known) return known;
  const weights = parseWeights(value);
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const coded = encodings.filter((encoding) => encoding !== 'identity' && weigh(encoding) > 0);
  // Sorting is stable: equals stay in the order of their size.
  const found = [...coded.sort((one, other) => weigh(other) - weigh(one)), 'identity' as const];
  if (negotiated.size >= mostNegotiated) negotiated.clear();
  negotiated.set(value, found);
  return found;
}

/** `gzip, br;q=0.9` as a map. A weight that is none counts as 0: rather too large than unreadable. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0] as const;
    }),
  );
}

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants;

/** Quick, for the first who ask: about a millisecond for a page. */
export function compressQuickly(bytes: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'br':
      return brotliCompressSync(bytes, {
        params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: 18 },
      });
    case 'zstd':
      return zstdCompressSync(bytes);
    case 'gzip':
      return gzipSync(bytes);
    case 'identity':
      return bytes;
  }
}

/** As small as it gets, off the main thread: a tenth of a second for a page. */
export function compressWell(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Buffer) => (error ? reject(error) : resolve(result));
    switch (encoding) {
      case 'br':
        return brotliCompress(bytes, { params: { [BROTLI_PARAM_QUALITY]: 11 } }, done);
      case 'zstd':
        return zstdCompress(bytes, { params: { [ZSTD_c_compressionLevel]: 19 } }, done);
      case 'gzip':
        return gzip(bytes, { level: 9 }, done);
      case 'identity':
        return resolve(bytes);
    }
  });
}
