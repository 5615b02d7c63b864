import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repo } from './helpers/copy-tree.ts';
import { makeFolder } from './helpers/until-test-ends.ts';

test('a checkout with the default of Git for Windows has the line ends of ours', async () => {
  const folder = await makeFolder();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=true', ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  copyFileSync(join(repo, '.gitattributes'), join(folder, '.gitattributes'));
  for (const name of ['run.sh', 'mark.svg', 'LICENCE']) writeFileSync(join(folder, name), 'a\nb\n');
  git('add', '.');
  for (const name of ['run.sh', 'mark.svg', 'LICENCE']) {
    rmSync(join(folder, name));
    git('checkout', '--', name);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('a\nb\n');
  }
});
