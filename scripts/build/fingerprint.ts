import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Everything that a build reads. `scripts/deploy/` is for operators. */
const inputs = [
  'client',
  'public',
  'scripts',
  'server',
  'shared',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const excluded = join('scripts', 'deploy') + sep;
const fileName = 'inputs.sha256';

/** A hash of what a build depends on: the files above with their content, and Node's version. */
export function hashInputs(folder = root): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of inputs.flatMap((name) => listFiles(folder, name)).sort()) {
    const content = readFileSync(join(folder, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Notes in a build's folder which inputs it was made from: a hash of before it was begun. */
export function writeFingerprint(hash: string, dist: string): void {
  writeFileSync(join(dist, fileName), `${hash}\n`);
}

/** Whether a build is whole and was made from the inputs as they are now. */
export function isUpToDate(dist: string, folder = root): boolean {
  const file = join(dist, fileName);
  if (!existsSync(file) || !existsSync(join(dist, 'server/index.js'))) return false;
  return readFileSync(file, 'utf8').trim() === hashInputs(folder);
}

function listFiles(folder: string, name: string): string[] {
  const path = join(folder, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return existsSync(path) ? [name] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith(excluded));
}
