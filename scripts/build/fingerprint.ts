import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Everything that a build reads. `scripts/deploy/` is for operators. */
const inputs = ['{client,public,scripts,server,shared}/**', 'package*.json', 'tsconfig.json'];
const exclude = ['scripts/deploy/**'];
const fileName = 'inputs.sha256';

/** A hash of everything that a build depends on: the files above with their content, and Node's version. */
export function hashInputs(folder = '.'): string {
  const hash = createHash('sha256').update(process.version);
  const entries = globSync(inputs, { cwd: folder, exclude, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const content = readFileSync(file);
    const path = relative(folder, file);
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Writes the hash of a build's inputs into its folder, at its end. */
export function writeFingerprint(hash: string, dist: string): void {
  writeFileSync(join(dist, fileName), hash);
}

/** Whether there is a build and its inputs have not changed. */
export function isUpToDate(dist: string, folder = '.'): boolean {
  const file = join(dist, fileName);
  return existsSync(file) && readFileSync(file, 'utf8') === hashInputs(folder);
}
