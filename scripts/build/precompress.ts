import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { compressible } from '#server/cache/encodings.ts';
import { makeOnce } from '../make-once.ts';

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
// 19 is the strongest level whose window every browser must accept (8 MB, RFC 9659).
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
const gz = { level: constants.Z_BEST_COMPRESSION };

/** The encodings that `server/middleware/static-files.ts` looks for beside a file, at their strongest level. */
const forms: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => makeOnce({ brotli }, bytes, () => promisify(brotliCompress)(bytes, brotli)),
  zst: (bytes) => makeOnce({ zstd }, bytes, () => promisify(zstdCompress)(bytes, zstd)),
  gz: (bytes) => makeOnce({ gz }, bytes, () => promisify(gzip)(bytes, gz)),
};

/**
 * Writes `FILE.br`, `FILE.zst` and `FILE.gz` beside every compressible file in `folder`, where that is smaller. zlib
 * uses threads of its own, so all files are started at once.
 */
export async function precompress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .flatMap((file) =>
        Object.entries(forms).map(async ([suffix, compress]) => {
          const bytes = await readFile(join(folder, file));
          const compressed = await compress(bytes);
          if (compressed.length < bytes.length)
            await writeFile(join(folder, `${file}.${suffix}`), compressed);
        }),
      ),
  );
}
