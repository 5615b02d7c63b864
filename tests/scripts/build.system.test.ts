import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createRandom } from '../helpers/content/seeded-random.ts';
import { copyTree, repo } from '../helpers/copy-tree.ts';
import { makeFolder } from '../helpers/until-test-ends.ts';

test('a build with a legal text that is too long for a first response succeeds, with a warning', async () => {
  const copy = await makeFolder({ 'data/newsletter.sqlite': '' });
  await copyTree(copy);
  // Both builds share the cache.
  await mkdir(join(repo, '.cache'), { recursive: true });
  await symlink(join(repo, '.cache'), join(copy, '.cache'));
  const file = join(copy, 'shared/content/privacy.ts');
  const random = createRandom(3);
  // Words that cannot be compressed.
  const paragraph = Array.from({ length: 900 }, () => random.below(2 ** 32).toString(36)).join(' ');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('paragraphs: [', `paragraphs: ['${paragraph}',`));
  const built = await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: copy });
  expect(built.stdout).toContain('Built dist/');
  expect(built.stderr).toMatch(
    /^Warning: HTML of a page as sent, with headers: \/privacy has \d+ bytes, \d+ more than/m,
  );
  // The build does not open the database, which a running server may use.
  expect(await readFile(join(copy, 'data/newsletter.sqlite'), 'utf8')).toBe('');
}, 300_000);
