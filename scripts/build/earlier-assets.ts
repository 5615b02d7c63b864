import { globSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/* A page that was loaded before a deployment still fetches the code of its next page, and a link
   that was shared still names its picture: a build copies what earlier builds had under hashed names. */

/** How long a file stays after the build that first went without it, in milliseconds: 30 days. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

/** Of how many builds that dropped something, so that a day of many builds does not pile up. */
const maxBuilds = 20;

/** What never changes under its name: all of the scripts, and in `public/` what has our own hash. */
const hashed = /^(client\/assets\/.+|public\/.+-[0-9a-f]{8}\.\w+)$/;
const compressedForm = /\.(br|zst|gz)$/;

/** Path in `dist/` -> when a build first went without it (ISO 8601). */
const recordOf = z.record(z.string(), z.iso.datetime());
const recordName = 'earlier-assets.json';

/**
 * Copies into a new build the hashed files of the one that it follows, and of those before that one,
 * as long as they are young enough, and writes `earlier-assets.json`, which says since when each is not
 * part of the site any more.
 *
 * @param earlier the `dist/` of the earlier build; it need not exist
 * @param outDir the new build
 * @returns how many files were taken over, compressed forms not counted
 */
export async function copyEarlierAssets(
  { earlier, outDir }: { earlier: string; outDir: string },
  now: Date,
): Promise<number> {
  const [before, after] = [listHashedFiles(earlier), listHashedFiles(outDir)];
  const known = await readRecord(earlier);
  const dropped = [...before]
    .filter((path) => !compressedForm.test(path) && !after.has(path))
    .map((path) => ({ path, since: known[path] ?? now.toISOString() }));
  const builds = [...new Set(dropped.map(({ since }) => since))].sort().slice(-maxBuilds);
  const copied = dropped.filter(
    ({ since }) => builds.includes(since) && now.getTime() - Date.parse(since) <= maxAge,
  );
  for (const { path } of copied) {
    const forms = ['', '.br', '.zst', '.gz'].map((suffix) => path + suffix);
    await mkdir(dirname(join(outDir, path)), { recursive: true });
    for (const form of forms.filter((each) => before.has(each))) {
      await copyFile(join(earlier, form), join(outDir, form));
    }
  }
  const record = Object.fromEntries(copied.map(({ path, since }) => [path, since]));
  await writeFile(join(outDir, recordName), `${JSON.stringify(record, null, 2)}\n`);
  return copied.length;
}

/** Paths in a build's folder, with `/` between their parts; none where there is no such folder. */
function listHashedFiles(cwd: string): ReadonlySet<string> {
  const paths = globSync('{client/assets,public}/**', { cwd }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return new Set(paths.filter((path) => hashed.test(path.replace(compressedForm, ''))));
}

/** Builds from before there was a record have none; then all that is dropped is dropped now. */
async function readRecord(folder: string): Promise<z.infer<typeof recordOf>> {
  const text = await readFile(join(folder, recordName), 'utf8').catch(() => '{}');
  return recordOf.parse(JSON.parse(text));
}
