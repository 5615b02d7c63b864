import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askPort } from './helpers/ask.ts';
import { copyTree, plainPicture, repo } from './helpers/copy-tree.ts';
import { readPort } from './helpers/start-server.ts';
import { makeTemporaryFolder } from './helpers/temporary-folder.ts';
import { startServer } from './helpers/until-test-ends.ts';

/* The recipes of the documents, followed to the letter in a copy of the tree. */

const instructions = [
  /add at the (?<kind>top|end) of `(?<place>\w+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>replace) the line `(?<place>[^`]+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>create) `(?<file>[^`]+)`:$/i,
];

type Recipe = ReturnType<typeof parseRecipes>[number];

/**
 * The blocks of code of a document, and what the sentence in front of each says to do with it. The kind is `create`,
 * `replace`, or to add at the `top` or the `end`; the place is the list that is added to, or the beginning of the line
 * that is replaced.
 *
 * @throws when a block of TypeScript has no instruction in front of it
 */
function parseRecipes(markdown: string) {
  const block = /^(?<before>(?:[^\n]+\n)+)\n```tsx?\n(?<code>.*?)^```$/gms;
  const blocks = [...markdown.matchAll(block)];
  const count = markdown.match(/^```tsx?$/gm)?.length;
  if (blocks.length !== count) throw new Error('A block of code has no sentence in front of it');
  return blocks.map(({ groups = {} }) => {
    const { before = '', code = '' } = groups;
    const sentence = before.trim().replace(/\s+/g, ' ');
    const found = instructions.map((each) => each.exec(sentence)).find((match) => match !== null);
    if (!found) throw new Error(`No instruction for a block of code: ${sentence}`);
    const { kind = '', file = '', place = '' } = found.groups ?? {};
    return { kind: kind.toLowerCase(), file, code, place };
  });
}

const documents = [
  ...['shared/content/README.md', 'shared/README.md', 'client/README.md'],
  ...['server/README.md', 'server/newsletter/README.md'],
];
const recipes = documents.flatMap((path) => parseRecipes(readFileSync(join(repo, path), 'utf8')));

const { path: copy, remove } = await makeTemporaryFolder();
afterAll(remove);

beforeAll(async () => {
  await copyTree(copy, 'tests', 'vitest.config.ts', 'playwright.config.ts');
  const site = join(copy, 'shared/site.ts'); // which may have no icon
  const text = readFileSync(site, 'utf8');
  const social = "social: [\n{ network: 'LinkedIn' },\n]";
  await writeFile(site, text.replace(/social: \[[^\]]*\]/, social));
  for (const recipe of recipes) await followRecipe(copy, recipe);
});

/** Runs a program of the project in the copy and returns what it prints; throws it when it fails. */
async function run(program: string, ...given: readonly string[]): Promise<string> {
  const started = promisify(execFile)(join(repo, 'node_modules/.bin', program), given, {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 16 * 1024 ** 2,
  });
  try {
    return (await started).stdout;
  } catch (failure) {
    const { stdout = '', stderr = '' } = Object(failure);
    throw new Error(`${program} failed:\n${stdout}${stderr}`);
  }
}

test('a copy in which every recipe was followed compiles', async () => {
  expect(await run('tsc')).toBe('');
});

test('it passes the tests of its content, of its page table and of its filters', async () => {
  const files = ['tests/shared/content', 'tests/shared/routes.test.ts'];
  files.push('tests/shared/events', 'tests/client/pages/events-page.test.ts');
  expect(await run('vitest', 'run', '--reporter=dot', ...files)).toContain('passed');
});

test('its newsletter has the column, in tables that were there before too', async () => {
  const program = `import { migrations } from './server/newsletter/store/migrations.ts';
    import { createSqliteStore } from './server/newsletter/store/store-sqlite.ts';
    const file = 'column/newsletter.sqlite';
    const before = createSqliteStore({ file, migrations: migrations.slice(0, -1) });
    await before.open();
    const [address, hashes] = ['asha@example.com', ['h']];
    await before.subscribe({ id: 'a', address, key: address, hashes, consent: 'v' });
    await before.close();
    const store = createSqliteStore({ file });
    await store.open();
    const rows = await store.listPersonRows({ key: address, hashes, limits: [] });
    console.log(JSON.stringify([...(await store.listSubscribers('', 9)), ...rows.subscribers]));
    await store.close();`;
  await writeFile(join(copy, 'column.ts'), program);
  const stored = JSON.parse(await run('tsx', 'column.ts'));
  const expected = { address: 'asha@example.com', language: 'en' };
  expect(stored).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
});

test('the supertest file of tests/README.md checks the status of every route', async () => {
  const document = await readFile(join(repo, 'tests/README.md'), 'utf8');
  const [code = ''] = /(?<=^```js\n).+?(?=^```$)/ms.exec(document) ?? [];
  await writeFile(join(copy, 'statuses.test.ts'), code);
  const report = await run('tsx', '--test', '--test-reporter=tap', 'statuses.test.ts');
  const statuses = { '/jobs': 200, '/events.ics': 200, '/no-such-page': 404 };
  for (const [path, status] of Object.entries(statuses)) {
    expect(report).toMatch(new RegExp(`^ok \\d+ - ${path} responds with ${status}$`, 'm'));
  }
  expect(report).toMatch(/^# fail 0$/m);
  // Of a page that fails it says why, and that it cannot be loaded by `require()`.
  const failing = "createApp({ getPageModule() { throw new Error('Out of thread'); } })";
  await writeFile(join(copy, 'statuses.test.ts'), code.replace('createApp()', failing));
  const failed = run('tsx', '--test', 'statuses.test.ts');
  await expect(failed).rejects.toThrow(/Out of thread.*expected 200 "OK", got 500/s);
  await writeFile(join(copy, 'required.cjs'), "require('./server/app.ts');");
  await expect(run('tsx', 'required.cjs')).rejects.toThrow('Write import { createApp }');
});

test('it shows what was added', async () => {
  // Makes the photographs, and the server with them, as the build does.
  const program = `import { readContent } from '#scripts/build/check-content.ts';
    import { build } from './tests/shared-services.ts';
    await build('dist', await readContent('dist'));`;
  await writeFile(join(copy, 'build.ts'), program);
  await run('tsx', 'build.ts');
  const environment = { PORT: '0', ASSETS_DIR: join(copy, 'dist') };
  const server = await startServer(environment, join(copy, 'dist/server/index.js'));
  const port = await readPort(server);
  const read = async (path: string) => (await askPort(port, { path })).body.toString();
  /** All pages of a list; where there is no such page, it is the first. */
  const readList = async (path: string) => {
    const more = Array.from({ length: 20 }, (_, number) => read(`${path}?page=${number + 2}`));
    return (await Promise.all([read(path), ...more])).join('');
  };
  const name = 'name-of-the-event';
  const events = await read(`/events?month=january&city=munich&country=germany&event=${name}`);
  const calendar = await read('/events/name-of-the-event.ics');
  const [blog, about] = [await readList('/blog'), await readList('/about')];
  const [faq, jobs] = [await readList('/investor-faq'), await read('/jobs')];
  for (const words of [
    ...['<dialog', '>1 cancelled event<', 'Fair for Trade', '.tag-trade-fair{color:'],
    '>Cancelled: The hall is closed; a new date follows in February.<',
    ...['January</option>', 'Munich</option>', 'Germany</option>'],
  ]) {
    expect(events).toContain(words);
  }
  expect(calendar).toMatch(/SEQUENCE:2.*DTSTART:20470122T173000Z/s);
  expect(calendar).toContain('STATUS:CANCELLED');
  expect(blog).toContain('Title in sentence case');
  for (const [page, alt] of [
    [about, 'Portrait of First Last'],
    [events, 'Guests at a long table, in the evening'],
    [blog, 'A loom with indigo yarn'],
  ] as const) {
    const picture = page.split('<picture').find((each) => each.includes(`alt="${alt}"`)) ?? '';
    const [file = 'none'] = /\/assets\/[a-z]+-480-\w+\.avif(?= 480w)/.exec(picture) ?? [];
    expect(existsSync(join(copy, 'dist/client', file)), file).toBe(true);
  }
  for (const words of ['>SP<', 'Name of the Partner']) expect(about).toContain(words);
  expect(faq).toMatch(/A question as a visitor would ask it\?.*First step\./);
  expect(jobs).toMatch(/The figures follow\..*Nobody is wanted today\..*Twelve ventures so far\./s);
  for (const page of [events, blog, about, faq, jobs]) {
    expect(page).toContain('href="https://www.linkedin.com/company/your-network"');
  }
});

/** Does in a copy of the tree what a recipe says. */
async function followRecipe(root: string, recipe: Recipe): Promise<void> {
  const { kind, file, code } = recipe;
  const path = join(root, file);
  for (const [, photograph = ''] of code.matchAll(/(?:photoUrl|file): '([^']+)'/g)) {
    await writeFile(join(root, 'shared/content/photographs', photograph), plainPicture);
  }
  if (kind === 'create') {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, code);
  }
  const text = await readFile(path, 'utf8');
  const bare = (words: string) => words.replace(/[\s,]/g, '');
  const lines = code.split('\n').filter((line) => !/^ *id: \d/.test(line));
  // Somebody may have followed it in this tree, word for word: each of its lines is there.
  if (lines.every((line) => bare(text).includes(bare(line)))) return;
  await writeFile(path, kind === 'replace' ? replace(text, recipe) : add(text, recipe));
}

function replace(text: string, { code, place }: Recipe): string {
  const line = text.split('\n').find((each) => each.trimStart().startsWith(place));
  if (line === undefined) throw new Error(`No line begins with ${place}`);
  return text.replace(line, () => code.trimEnd());
}

function add(text: string, { kind, code, place: list }: Recipe): string {
  const lines = text
    .replace(new RegExp(`^(.*\\b${list}\\b.*)([[{])([\\]}]);$`, 'm'), '$1$2\n$3;')
    .split('\n');
  const start = lines.findIndex((line) => new RegExp(`\\b${list}\\b.*[[{]$`).test(line));
  const indent = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const last = new RegExp(`^${indent}[\\]}]`);
  const end = lines.findIndex((line, place) => place > start && last.test(line));
  if (start < 0 || end < 0) throw new Error(`There is no list ${list}`);
  // What a document leaves to the reader: the next free number.
  const ids = [...text.matchAll(/^ +id: (\d+),$/gm)].map(([, id]) => Number(id));
  const numbered = code.trimEnd().replace(/(?<=^ *id: )\d+(?=,$)/m, `${Math.max(0, ...ids) + 1}`);
  const block = numbered.replace(/^(?=.)/gm, `${indent}  `);
  return lines.toSpliced(kind === 'top' ? start + 1 : end, 0, block).join('\n');
}
