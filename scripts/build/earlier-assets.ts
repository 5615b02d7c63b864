import { globSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/* A build copies the hashed files of earlier builds: a page from before a deployment still fetches the code of its
   next page, and a shared link still names its picture. */

/** How long a file stays after the first build without it, in milliseconds: 30 days. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

/** The maximum number of builds that dropped something, for a day with many builds. */
const maxBuilds = 20;

/** Files that never change under their name: all scripts, and files of `public/` with our own hash. */
const hashed = /^(client\/assets\/.+|public\/.+-[0-9a-f]{8}\.\w+)$/;
const compressedForm = /\.(br|zst|gz)$/;

/** Path in `dist/` -> time of the first build without it (ISO 8601). */
type DroppedFiles = Readonly<Record<string, string>>;
const recordName = 'earlier-assets.json';

/**
 * Copies into a new build the hashed files of the build before it, and those that this one had copied, unless they
 * are too old. Writes `earlier-assets.json`, with the time since when each is not part of the site.
 *
 * @param earlier the `dist/` of the earlier build; it need not exist
 * @param outDir the new build
 * @returns how many files were copied, without compressed ones
 */
export async function copyEarlierAssets(
  { earlier, outDir }: { earlier: string; outDir: string },
  now: Date,
): Promise<number> {
  const [before, after] = [listHashedFiles(earlier), listHashedFiles(outDir)];
  // A build from before this record existed has none: then all its dropped files are dropped now.
  const record = await readFile(join(earlier, recordName), 'utf8').catch(() => '{}');
  const known: DroppedFiles = JSON.parse(record);
  const dropped = [...before]
    .filter((path) => !compressedForm.test(path) && !after.has(path))
    .map((path) => ({ path, since: known[path] ?? now.toISOString() }));
  const builds = [...new Set(dropped.map(({ since }) => since))].sort().slice(-maxBuilds);
  const copied = dropped.filter(
    ({ since }) => builds.includes(since) && now.getTime() - Date.parse(since) <= maxAge,
  );
  for (const { path } of copied) {
    const forms = ['', '.br', '.zst', '.gz'].map((suffix) => path + suffix);
    for (const form of forms.filter((each) => before.has(each))) {
      await cp(join(earlier, form), join(outDir, form));
    }
  }
  const since: DroppedFiles = Object.fromEntries(copied.map((each) => [each.path, each.since]));
  await writeFile(join(outDir, recordName), `${JSON.stringify(since, null, 2)}\n`);
  return copied.length;
}

/** Paths in a build's folder, with `/` between their parts; empty without such a folder. */
function listHashedFiles(cwd: string): ReadonlySet<string> {
  const paths = globSync('{client/assets,public}/**', { cwd }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return new Set(paths.filter((path) => hashed.test(path.replace(compressedForm, ''))));
}
