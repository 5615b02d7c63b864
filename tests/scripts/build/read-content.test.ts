import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readContent } from '#scripts/build/read-content.ts';
import { makeEntry } from '../../helpers/content/make-event.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

/* What stops a build, in an editor's words. The mistakes in lists, one by one, are in
   tests/scripts/check-content/check-content.test.ts. */

test('the content has the time of the build or of SOURCE_DATE_EPOCH', async () => {
  const folder = await makeFolder();
  const startedAt = Date.now();
  const published = async () => Date.parse((await readContent(folder)).publishedAt);
  expect(await published()).toBeGreaterThan(startedAt - 1000);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('SOURCE_DATE_EPOCH', '1758000000');
  expect(await published()).toBe(1_758_000_000_000);
});

type Change = readonly [file: string, from: string | RegExp, to: string];

/** The error output of a build of a copy with these folders and these changes of files in `shared/`. It has to fail. */
async function failToBuild(folders: readonly string[], changes: readonly Change[]) {
  const copy = await makeFolder();
  await copyTree(copy);
  for (const path of folders) mkdirSync(join(copy, path));
  for (const [name, from, to] of changes) {
    const file = join(copy, 'shared', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  }
  const options = { cwd: copy, env: { PATH: process.env['PATH'] }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], options);
  expect([status, existsSync(join(copy, 'dist'))]).toEqual([1, false]);
  /** `shared/FILE:LINE`, where this pattern stands. */
  const find = (name: string, pattern: RegExp) => {
    const text = readFileSync(join(copy, 'shared', name), 'utf8');
    return `shared/${name}:${text.slice(0, text.search(pattern)).split('\n').length}`;
  };
  return { stderr, find };
}

const early = makeEntry({ end: '2000-01-01 00:00' });
const late = `, “${early.title}”: it ends (2000-01-01 00:00) before it has begun (${early.start}).`;
const person = { ...sampleContent.team[0], photoUrl: 'folder' };
/** Adds an entry at the start of a list, which may be empty. */
const add = (entry: object) => `= [${JSON.stringify(entry)},`;
const behind = "];\n\n{\n  id: 4,\n  title: 'Late',\n},\n";

/** Changes, the line of the mistake in its file, what editors read behind it, and below that. */
test.each<[of: string, mistakes: readonly (readonly [...Change, RegExp, string, string?])[]]>([
  [
    'lists',
    [
      ['content/events.ts', '= [', add(early), /= \[/, late],
      ['content/team.ts', '= [', add(person), /= \[/, `, “${person.name}”: its photoUrl “folde`],
    ],
  ],
  [
    'texts',
    [['content/privacy.ts', /paragraphs: \[/, "$&'A &amp; b',", /&amp;/, ', “privacy.sections.1.']],
  ],
  [
    'syntax',
    [
      ['content/home.ts', /',$/m, ',', /badge: '/, ':', 'a comma follows it'],
      [
        'content/team.ts',
        /^ {4}name:/m,
        "    name: '', name:",
        /name: ''/,
        ':',
        'put both into one',
      ],
      ['content/events.ts', /^\];/m, behind, /title: 'Late'/, ':', 'It stands behind the end'],
      ['routes.ts', "'Backing", "'It's", /It's/, ':', 'within it '],
    ],
  ],
  [
    'the page table and the site',
    [
      ['routes.ts', "'/blog'", "'/about'", /\{\n\s+id: 'blog'/, ', “blog”: its path “/about” is'],
      ['site.ts', 'e/Ber', 'e/Be', /timezone: '/, ', “timezone”: its timezone “Europe/Belin” does'],
    ],
  ],
])(
  'npm run build names file and line of mistakes in %s, in a sentence for each',
  async (_of, mistakes) => {
    const changes = mistakes.map(([file, from, to]): Change => [file, from, to]);
    const { stderr, find } = await failToBuild(['shared/content/photographs/folder'], changes);
    for (const [file, , , pattern, sentence, advice = ''] of mistakes) {
      expect(stderr).toContain(find(file, pattern) + sentence);
      expect(stderr).toContain(advice);
    }
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3 * mistakes.length);
  },
);

test('npm run build explains each missing, unknown and wrong field', async () => {
  const { city: _, ...cityless } = makeEntry({ title: 'Without a city' });
  const wrong = { ...makeEntry({ title: 'Wrong' }), tags: 'saas', format: 'onlin', id: '5' };
  const moved = { ...makeEntry({ title: 'Moved' }), moved: { on: '' }, cancelled: { on: '' } };
  const entries = [cityless, wrong, moved].map((entry) => JSON.stringify(entry));
  const { stderr } = await failToBuild(
    [],
    [
      ['content/events.ts', '= [', `= [\n${entries.join(',\n')},\n`],
      ['content/home.ts', /badge: '.*'/, "badge: ['a', 'b']"],
      ['content/about.ts', /^ {2}title: .*\n/m, ''],
      ['content/partners.ts', '= [', '= [,'],
      ['content/partners.ts', "id: 'partner-1'", 'id: Munich'],
      ['content/tags.ts', /(?<=tagColours: .* = ){/, "{ tea: { lihgt: { text: '', fill: '' } },"],
      ['site.ts', "'X', url", "'Twitter', url"],
    ],
  );
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
  const names = ['.well-known', 'assets', 'blog', 'drawings', 'robots.txt', 'sketches'];
  const { stderr } = await failToBuild(
    names.map((name) => `public/${name}`),
    [],
  );
  expect(stderr.trim().split('\n').sort()).toEqual([
    'public/.well-known hides /.well-known/security.txt: give it another name.',
    'public/assets has the name of a folder that the build makes: give it another name.',
    'public/blog hides /blog: give it another name.',
    expect.stringMatching(/^public\/drawings hides \/drawings\/[\w-]+\.svg: give/),
    'public/robots.txt hides /robots.txt: give it another name.',
  ]);
});
