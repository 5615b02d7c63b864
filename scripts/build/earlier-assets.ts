import { existsSync, globSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isHashedFile } from '#server/hashed-file.ts';
import { day } from '#shared/dates/durations.ts';

/** How long a file stays after the first build without it. */
const maxAge = 30 * day;

/** Files that a build has dropped stay for this many builds. */
const maxBuilds = 20;

const compressedForm = /\.(br|gz)$/;

/** Path in `dist/` -> time of the first build without it (ISO 8601). */
type DroppedFiles = Readonly<Record<string, string>>;
const recordName = 'earlier-assets.json';

/**
 * Copies the hashed files of earlier builds, unless they are too old: a page from before a deployment still fetches
 * its scripts and its toasts, and a shared link still names its picture. The maps of scripts stay with them. Writes
 * `earlier-assets.json`, with the time of the first build without each file.
 */
export async function copyEarlierAssets(
  { earlier, outDir }: { earlier: string; outDir: string },
  now: Date,
): Promise<void> {
  const [before, after] = [listHashedFiles(earlier), listHashedFiles(outDir)];
  // The first build of all has no earlier one, and so no record.
  const text = await readFile(join(earlier, recordName), 'utf8').catch(() => '{}');
  const known: DroppedFiles = JSON.parse(text);
  const dropped = [...before]
    .filter((path) => !compressedForm.test(path) && !after.has(path))
    .map((path) => ({ path, since: known[path] ?? now.toISOString() }));
  const builds = [...new Set(dropped.map(({ since }) => since))].sort().slice(-maxBuilds);
  const copied = dropped.filter(
    ({ since }) => builds.includes(since) && now.getTime() - Date.parse(since) <= maxAge,
  );
  const record: DroppedFiles = Object.fromEntries(copied.map(({ path, since }) => [path, since]));
  for (const path of before) {
    const file = path.replace(compressedForm, '');
    if (file in record) await cp(join(earlier, path), join(outDir, path));
  }
  for (const path of Object.keys(record)) {
    const map = join('maps', `${basename(path)}.map`);
    if (existsSync(join(earlier, map))) await cp(join(earlier, map), join(outDir, map));
  }
  await writeFile(join(outDir, recordName), `${JSON.stringify(record, null, 2)}\n`);
}

/** Paths in a build's folder, with `/` between their parts; empty without such a folder. */
function listHashedFiles(cwd: string): ReadonlySet<string> {
  const paths = globSync('{client/assets,public}/**', { cwd }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return new Set(paths.filter((path) => isHashedFile(getAddress(path))));
}

/** `public/fonts/a.woff2.br` -> `/fonts/a.woff2`. */
function getAddress(path: string): string {
  return path.replace(compressedForm, '').replace(/^(client|public)(?=\/)/, '');
}
