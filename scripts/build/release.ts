import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFile } from '#server/release.ts';

/**
 * Writes the commit beside the build. It is no part of the bundle: two builds of the same files are equal.
 *
 * @param given the commit, where the build has no git, as in an image
 */
export function writeRelease(folder: string, given = ''): void {
  const commit = given || findCommit();
  const file = join(folder, releaseFile);
  if (commit === undefined) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify({ commit })}\n`);
}

/** The commit, such as `a673b1701f2c`, with `-dirty` where files have changed since; undefined without git. */
function findCommit(): string | undefined {
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
