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
/** Adds an entry at the start of a list, which may be empty. */
const add = (entry: object) => `= [${JSON.stringify(entry)},`;
const behind = "];\n\n{\n  id: 4,\n  title: 'Late',\n},\n";

/** One mistake for each, the line of the mistake in its file and what editors read behind it. */
test.each([
  ['an event that ends before it begins', 'content/events.ts', '= [', add(early), /= \[/, late],
  [
    'a folder instead of a photograph',
    'content/team.ts',
    '= [',
    add(person),
    /= \[/,
    `, “${person.name}”: its photoUrl “folde`,
  ],
  ['a missing quotation mark in the home page', 'content/home.ts', /',$/m, ',', /badge: '/, ':'],
  [
    'a name given twice',
    'content/team.ts',
    '    name:',
    "    name: '', name:",
    /name: ''/,
    ':',
    'put both into one name,',
  ],
  [
    'an HTML entity',
    'content/privacy.ts',
    'paragraphs: [',
    "paragraphs: ['A &amp; b',",
    /&amp;/,
    ', “privacy.sections.1.paragraphs.1”: it has &amp;,',
  ],
  [
    'an entry behind its list',
    'content/events.ts',
    /^\];/m,
    behind,
    /title: 'Late'/,
    ':',
    'It stands behind the end of the list, in line ',
  ],
  ['an apostrophe in routes.ts', 'routes.ts', "'Backing", "'It's", /It's/, ':', 'within it '],
  [
    'an address of two pages',
    'routes.ts',
    "'/blog'",
    "'/about'",
    /\{\n\s+id: 'blog'/,
    ', “blog”: its path',
  ],
  [
    'a wrong time zone in site.ts',
    'site.ts',
    'e/Ber',
    'e/Be',
    /timezone: '/,
    ', “timezone”: its ti',
  ],
] satisfies readonly (readonly [
  string,
  string,
  string | RegExp,
  string,
  RegExp,
  string,
  string?,
])[])(
  'npm run build explains %s in a sentence that names file and line, in three lines at most',
  async (_mistake, path, before, after, shown, sentence, advice = '') => {
    const folder = await makeFolder();
    await copyTree(folder);
    mkdirSync(join(folder, 'shared/content/photographs/folder'));
    const file = join(folder, 'shared', path);
    const text = readFileSync(file, 'utf8').replace(before, after);
    writeFileSync(file, text);
    const { status, stderr } = runBuild(folder);
    expect(status).toBe(1);
    const line = text.slice(0, text.search(shown)).split('\n').length;
    expect(stderr).toContain(`shared/${path}:${line}${sentence}`);
    expect(stderr).toContain(advice);
    expect(stderr.trim().split('\n').length).toBeLessThan(4);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  },
);

test('npm run build explains each missing, unknown and wrong field', async () => {
  const folder = await makeFolder();
  await copyTree(folder);
  const change = (name: string, ...changes: readonly (readonly [RegExp | string, string])[]) => {
    const file = join(folder, 'shared', name);
    const text = changes.reduce(
      (before, [from, to]) => before.replace(from, to),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, text);
  };
  const { city: _, ...cityless } = makeEntry({ title: 'Without a city' });
  const wrong = { ...makeEntry({ title: 'Wrong' }), tags: 'saas', format: 'onlin', id: '5' };
  const moved = { ...makeEntry({ title: 'Moved' }), moved: { on: '' }, cancelled: { on: '' } };
  const entries = [cityless, wrong, moved].map((entry) => JSON.stringify(entry));
  change('content/events.ts', ['= [', `= [\n${entries.join(',\n')},\n`]);
  change('content/home.ts', [/badge: '.*'/, "badge: ['a', 'b']"]);
  change('content/about.ts', [/^ {2}title: .*\n/m, '']);
  change('content/partners.ts', ['= [', '= [,'], ["id: 'partner-1'", 'id: Munich']);
  change('content/tags.ts', [
    /(?<=tagColours: .* = ){/,
    "{ tea: { lihgt: { text: '', fill: '' } },",
  ]);
  change('site.ts', ["'X', url", "'Twitter', url"]);
  const { status, stderr } = runBuild(folder);
  expect(status).toBe(1);
  for (const sentence of [
    'events.ts:8, “Without a city”: its city is missing: add a line with city.',
    "events.ts:9, “Wrong”: its tags must be written as ['…', '…'].",
    "events.ts:9, “Wrong”: its format must be written as 'online'.",
    'events.ts:9, “Wrong”: its id must be written as a number, without quotes.',
    'events.ts:10, “Moved”: its reason is missing: add a line with reason.',
    "“home”: its badge must be written as '…'.",
    'about.ts:26, “about”: its title is missing: add a line with title.',
    'partners.ts:13: there is a comma too many: delete it.',
    "Munich must be written as 'Munich', for a text stands between ' and '.",
    'its lihgt is no field that exists: write light if you mean that.',
    "its network must be written as 'Instagram' or 'LinkedIn' or 'X'.",
  ]) {
    expect(stderr).toContain(sentence);
  }
});

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
