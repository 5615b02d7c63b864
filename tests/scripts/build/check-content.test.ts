import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('npm run build stops at content that is wrong, and says what in words for an editor', async () => {
  const folder = await makeFolder();
  await copyTree(folder);
  const file = join(folder, 'shared/content/events.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace("end: '2025-11-12 17:00'", "end: '2025-11-12 13:00'"));
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    'shared/content/events.ts, “Soft-Landing Bootcamp”: it ends (2025-11-12 13:00) before it has begun (2025-11-12 14:00).',
  );
  expect(existsSync(join(folder, 'dist'))).toBe(false);
}, 60_000);
