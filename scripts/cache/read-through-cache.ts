import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '#shared/dates/durations.ts';

/** The folder of the results: see scripts/README.md. */
const folder = '.cache';

/** How long a result stays after the last build that used it. */
const maxAge = 30 * day;

/** Node's version, because Node compresses, and those of all packages. */
const versions = process.version + readFileSync('package-lock.json', 'utf8');

/**
 * Returns the result of an earlier build with the same input from the cache, or calls `make` and stores its result.
 *
 * @param settings everything that the result depends on besides the input and the versions of packages
 */
export async function readThroughCache(
  settings: Readonly<Record<string, unknown>>,
  input: string | Buffer,
  make: () => Promise<string | Buffer>,
): Promise<Buffer> {
  const hash = createHash('sha256').update(versions).update(JSON.stringify(settings));
  const path = join(folder, hash.update(input).digest('hex'));
  const known = await readFile(path).catch(() => undefined);
  if (known) {
    await utimes(path, new Date(), new Date());
    return known;
  }
  const result = Buffer.from(await make());
  await mkdir(folder, { recursive: true });
  // Renames the file when it is complete, so that the cache never contains a partial file.
  await writeFile(`${path}.${process.pid}`, result, { flush: true });
  await rename(`${path}.${process.pid}`, path);
  return result;
}

/** Removes results that no build has used for `maxAge`. */
export async function removeUnused(now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined); // Another build may have renamed it since.
    if (found && now.getTime() - found.mtimeMs > maxAge) await rm(path, { force: true });
  }
}
