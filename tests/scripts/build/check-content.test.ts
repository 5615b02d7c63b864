import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const events = 'content/events.ts';
const early =
  ', “Soft-Landing Bootcamp”: it ends (2025-11-12 13:00) before it has begun (2025-11-12 14:00).';

test.each([
  [events, "end: '2025-11-12 17:00'", "end: '2025-11-12 13:00'", early],
  [events, "city: 'Berlin',", '', ', “Investor Circle Berlin”: its city is missing'],
  ['content/tags.ts', 'light: {', 'lihgt: {', ', “investor-circle”: its light is missing'],
  ['content/team.ts', '/portraits/ananya-rao.svg', 'folder', ', “Ananya Rao”: its photoUrl “folde'],
  ['content/tags.ts', "saas: 'SaaS'", "saas: 'SaaS", ':'],
  ['site.ts', "'Setu Circle',", "'Setu Circle'", ':'],
  ['routes.ts', 'status: 200,', 'status: 200', ':'],
])(
  'npm run build says in words what is wrong in shared/%s with “%s” as “%s”',
  {
    timeout: 60_000,
  },
  async (path, before, after, sentence) => {
    const folder = await makeFolder();
    await copyTree(folder);
    mkdirSync(join(folder, 'shared/content/photographs/folder'));
    const file = join(folder, 'shared', path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));
    const options = { cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], options);
    expect(status).toBe(1);
    expect(stderr).toContain(`shared/${path}${sentence}`);
    expect(stderr).not.toMatch(/^ +at |node:internal/m);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  },
);
