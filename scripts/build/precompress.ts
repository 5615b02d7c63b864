import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readThroughCache } from '../cache/read-through-cache.ts';

/** Files that compress; the other formats are compressed already. */
const compressible = /\.(js|css|svg|txt|json|ico|html|xml|webmanifest|map)$/;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const gz = { level: constants.Z_BEST_COMPRESSION };

/** The encodings that `server/static-files.ts` looks for beside a file, at their strongest level. */
const forms: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    readThroughCache({ brotli }, bytes, () => promisify(brotliCompress)(bytes, brotli)),
  gz: (bytes) => readThroughCache({ gz }, bytes, () => promisify(gzip)(bytes, gz)),
};

/** Writes `FILE.br` and `FILE.gz` beside each file, where smaller. All at once would take 3 GB of memory. */
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
