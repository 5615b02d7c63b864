import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readContent } from '#scripts/build/check-content.ts';
import { makeEntry } from '../../helpers/content/make-event.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('the content has the time of the build or of SOURCE_DATE_EPOCH', async () => {
  const folder = await makeFolder();
  const startedAt = Date.now();
  const published = async () => Date.parse((await readContent(folder)).publishedAt);
  expect(await published()).toBeGreaterThan(startedAt - 1000);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('SOURCE_DATE_EPOCH', '1758000000');
  expect(await published()).toBe(1_758_000_000_000);
});

const early = makeEntry({ end: '2000-01-01 00:00' });
const late = `, “${early.title}”: it ends (2000-01-01 00:00) before it has begun (${early.start}).`;
const person = { ...sampleContent.team[0], photoUrl: 'folder' };
const colours = /(?<=tagColours: .* = ){/;
/** Adds an entry at the start of a list, which may be empty. */
const add = (entry: object) => `= [${JSON.stringify(entry)},`;
const cityless = add({ ...early, city: undefined });

test.each([
  ['an event that ends before it begins', 'content/events.ts', '= [', add(early), late],
  [
    'an event without a city',
    'content/events.ts',
    '= [',
    cityless,
    `, “${early.title}”: its city is missing`,
  ],
  [
    'a misspelt colour of a tag',
    'content/tags.ts',
    colours,
    '{ tea: { lihgt: {} },',
    ', “tea”: its light is missing',
  ],
  [
    'a folder instead of a photograph',
    'content/team.ts',
    '= [',
    add(person),
    `, “${person.name}”: its photoUrl “folde`,
  ],
  ['a missing quotation mark in the home page', 'content/home.ts', /',$/m, ',', ':'],
  [
    'a name given twice',
    'content/team.ts',
    '    name:',
    "    name: '', name:",
    ':',
    'put both into one name,',
  ],
  ['an empty badge', 'content/home.ts', /badge: '.*'/, "badge: ''", ': home.badge is empty.'],
  [
    'an HTML entity',
    'content/privacy.ts',
    'paragraphs: [',
    "paragraphs: ['A &amp; b',",
    ': entry 1 of entry 1 of privacy.sections.paragraphs has &amp;,',
  ],
  ['a missing comma in site.ts', 'site.ts', /',$/m, "'", ':'],
  ['a missing comma in routes.ts', 'routes.ts', /200,/, '200', ':'],
  ['an apostrophe in routes.ts', 'routes.ts', "'Backing", "'It's", ':', 'within it '],
  [
    'a long description in routes.ts',
    'routes.ts',
    "'A community",
    `'${'x'.repeat(160)} community`,
    ', “home”: its description has ',
  ],
  ['a wrong address in site.ts', 'site.ts', 'hello@', '', ': its email must be an e-mail address'],
  [
    'a wrong time zone in site.ts',
    'site.ts',
    'e/Ber',
    'e/Be',
    ': its timezone “Europe/Belin” does',
  ],
])(
  'npm run build explains %s in a sentence that names the file, in three lines at most',
  async (_mistake, path, before, after, sentence, advice = '') => {
    const folder = await makeFolder();
    await copyTree(folder);
    mkdirSync(join(folder, 'shared/content/photographs/folder'));
    const file = join(folder, 'shared', path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));
    const { status, stderr } = runBuild(folder);
    expect(status).toBe(1);
    expect(stderr).toContain(`shared/${path}${sentence}`);
    expect(stderr).toContain(advice);
    expect(stderr.trim().split('\n').length).toBeLessThan(4);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  },
);

test('npm run build names each file and folder of public/ with the name of a route', async () => {
  const folder = await makeFolder();
  await copyTree(folder);
  const names = ['.well-known', 'assets', 'blog', 'drawings', 'newsletter', 'reports', 'sketches'];
  for (const name of names) mkdirSync(join(folder, 'public', name));
  writeFileSync(join(folder, 'public/robots.txt'), '');
  const { status, stderr } = runBuild(folder);
  expect([status, stderr.trim().split('\n').sort()]).toEqual([
    1,
    [
      'public/.well-known hides /.well-known/security.txt: give it another name.',
      'public/assets has the name of a folder that the build makes: give it another name.',
      'public/blog hides /blog: give it another name.',
      expect.stringMatching(/^public\/drawings hides \/drawings\/[\w-]+\.svg: give/),
      'public/newsletter hides /newsletter: give it another name.',
      'public/reports hides /reports: give it another name.',
      'public/robots.txt hides /robots.txt: give it another name.',
    ],
  ]);
});

function runBuild(cwd: string) {
  const options = { cwd, env: { PATH: process.env['PATH'] }, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['scripts/build.ts'], options);
}
