import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { makeOnce } from './make-once.ts';

/** What compresses. Pictures, fonts and archives are compressed in themselves. */
const compressible = /\.(js|css|svg|txt|json|ico|html|xml|webmanifest|map)$/;

const brotli = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
// 19 is the strongest level whose window every browser has to accept (8 MB, RFC 9659).
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
const gz = { level: constants.Z_BEST_COMPRESSION };

/** The forms that `server/middleware/static-files.ts` looks for beside a file, at their strongest. */
const forms: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  '.br': (bytes) =>
    makeOnce({ brotli }, bytes, () =>
      promisify(brotliCompress)(bytes, {
        params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    ),
  '.zst': (bytes) => makeOnce({ zstd }, bytes, () => promisify(zstdCompress)(bytes, zstd)),
  '.gz': (bytes) => makeOnce({ gz }, bytes, () => promisify(gzip)(bytes, gz)),
};

/**
 * Writes `FILE.br`, `FILE.zst` and `FILE.gz` beside every file below `folder` that compresses, where
 * that is smaller. What is there already is left as it is: files that earlier builds made bring
 * theirs along. zlib works in threads of its own, so all files are begun at once.
 *
 * @returns how many it wrote
 */
export async function precompress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const written = await Promise.all(
    files.flatMap((file) =>
      Object.entries(forms).map(async ([suffix, compress]) => {
        if (existsSync(file + suffix)) return 0;
        const bytes = await readFile(file);
        const compressed = await compress(bytes);
        if (compressed.length >= bytes.length) return 0;
        await writeFile(file + suffix, compressed);
        return 1;
      }),
    ),
  );
  return written.reduce<number>((sum, count) => sum + count, 0);
}
