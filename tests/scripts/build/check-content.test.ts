import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

/** In a file of events: the second ends before it begins, and its slug is that of the first. */
function spoil(text: string): string {
  return text
    .replace("end: '2025-11-12 17:00'", "end: '2025-11-12 13:00'")
    .replace("slug: 'soft-landing-bootcamp'", "slug: 'investor-circle-berlin'")
    .replace(
      "timezone: 'Europe/Berlin',\n    published",
      "timezone: 'Europe/Belin',\n    published",
    );
}

test('npm run build stops at content that is wrong, and says what in words for an editor', async () => {
  const folder = await makeFolder();
  await copyTree(folder);
  const file = join(folder, 'shared/content/events.ts');
  writeFileSync(file, spoil(readFileSync(file, 'utf8')));
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(status).toBe(1);
  const start = 'shared/content/events.ts, ';
  expect(stderr.split('\n').filter((line) => line.startsWith(start))).toEqual([
    `${start}“Investor Circle Berlin”: its timezone “Europe/Belin” does not exist: write it as Europe/Berlin or Asia/Kolkata.`,
    `${start}“Soft-Landing Bootcamp”: its slug “investor-circle-berlin” is that of another entry: give it one of its own.`,
    `${start}“Soft-Landing Bootcamp”: it ends (2025-11-12 13:00) before it has begun (2025-11-12 14:00).`,
  ]);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
}, 60_000);
