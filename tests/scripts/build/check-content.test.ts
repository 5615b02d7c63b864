import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteContent } from '#shared/content.ts';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const [event] = siteContent.events;
const [tag] = Object.keys(siteContent.tagColours);
const photograph = `, “${siteContent.team[0]?.name}”: its photoUrl “folde`;
const early = `, “${event?.title}”: it ends (2000-01-01 00:00) before it has begun (${event?.start}).`;

test.each([
  ['content/events.ts', /\bend: '.*'/, "end: '2000-01-01 00:00'", early],
  ['content/events.ts', /\bcity: '.*',/, '', `, “${event?.title}”: its city is missing`],
  ['content/tags.ts', /light: {/, 'lihgt: {', `, “${tag}”: its light is missing`],
  ['content/team.ts', /(photoUrl.*\s+)?(?=linkedinUrl: ')/, "photoUrl: 'folder',", photograph],
  ['content/tags.ts', /: '([#\w]+)'/, ": '$1", ':'],
  ['site.ts', /',$/m, "'", ':'],
  ['routes.ts', /200,/, '200', ':'],
])(
  'npm run build says in words what is wrong in shared/%s with %s as “%s”',
  { timeout: 60_000 },
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
