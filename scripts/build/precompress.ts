import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { makeOnce } from '../make-once.ts';

/** Files that compress; the other formats are compressed already. */
const compressible = /\.(js|css|svg|txt|json|ico|html|xml|webmanifest|map)$/;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
// 19 is the strongest level whose window every browser must accept (8 MB, RFC 9659).
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
const gz = { level: constants.Z_BEST_COMPRESSION };

/** The encodings that `server/middleware/static-files.ts` looks for beside a file, at their strongest level. */
const forms: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => makeOnce({ brotli }, bytes, () => promisify(brotliCompress)(bytes, brotli)),
  zst: (bytes) => {
    const options = { ...zstd, pledgedSrcSize: bytes.length }; // Without it zstd takes 82 MB for any file.
    return makeOnce(options, bytes, () => promisify(zstdCompress)(bytes, options));
  },
  gz: (bytes) => makeOnce({ gz }, bytes, () => promisify(gzip)(bytes, gz)),
};

/** Writes `FILE.br`, `FILE.zst` and `FILE.gz` beside each file, where smaller. All at once took 3 GB of memory. */
export async function precompress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((each) => compressible.test(each))) {
    const bytes = await readFile(join(folder, file));
    const writing = Object.entries(forms).map(async ([suffix, compress]) => {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length)
        await writeFile(join(folder, `${file}.${suffix}`), compressed);
    });
    await Promise.all(writing);
  }
}
