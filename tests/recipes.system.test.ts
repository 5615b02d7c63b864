import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followRecipes } from './follow-recipes.ts';
import { repo } from './helpers/copy-tree.ts';
import { askPort } from './helpers/site/ask.ts';
import { readPort } from './helpers/site/start-server.ts';
import { makeTemporaryFolder } from './helpers/temporary-folder.ts';
import { startServer } from './helpers/until-test-ends.ts';

/* Applies the recipes of the documents exactly, in a copy of the tree. */

const { path: copy, remove } = await makeTemporaryFolder();
afterAll(remove);

let changed: readonly string[] = [];
beforeAll(async () => {
  changed = await followRecipes(copy);
  // Both builds share the cache, so equal inputs are processed once.
  await mkdir(join(repo, '.cache'), { recursive: true });
  await symlink(join(repo, '.cache'), join(copy, '.cache'));
  await run('node', 'scripts/build.ts');
}, 300_000);

/** Runs a program of the project in the copy and returns what it prints; throws it when it fails. */
const run = (program: string, ...given: readonly string[]) => runIn(copy, program, ...given);

async function runIn(cwd: string, program: string, ...given: readonly string[]): Promise<string> {
  const started = promisify(execFile)(join(repo, 'node_modules/.bin', program), given, {
    cwd,
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

test('a copy in which every recipe was followed compiles, and is formatted', async () => {
  expect(await run('tsc')).toBe('');
  await run('biome', 'format', '--vcs-enabled=false', ...changed);
});

test('the copy passes the tests of its content, its page table and its filters', async () => {
  const files = ['tests/shared/content', 'tests/shared/routes.test.ts'];
  files.push('tests/shared/events', 'tests/client/pages/events/events-page.test.ts');
  for (const name of ['routes/pages', 'routes/markup', 'middleware/s']) {
    files.push(`tests/server/${name}`);
  }
  const report = await run('vitest', 'run', '--project=site', '--reporter=dot', ...files);
  expect(report).toContain('passed');
});

test('the new page, with its deferred part, passes the tests of every page', async () => {
  const file = 'tests/browser/every-page.spec.ts';
  const given = ['--project=chromium', '--grep', 'jobs keeps the promises', file];
  expect(await run('playwright', 'test', ...given)).toContain('1 passed');
});

test('the newsletter has the new column, also in existing tables', async () => {
  const program = `import { migrations } from './server/newsletter/store/migrations.ts';
    import { createSqliteStore } from './server/newsletter/store/store-sqlite.ts';
    const file = 'column/newsletter.sqlite';
    const before = createSqliteStore({ file, migrations: migrations.slice(0, -1) });
    await before.open();
    const [address, hashes] = ['asha@example.com', ['h']];
    await before.subscribe({ id: 'a', address, key: address, mailbox: 'm', hashes, consent: 'v' });
    await before.close();
    const store = createSqliteStore({ file });
    await store.open();
    const rows = await store.listPersonRows({ key: address, hashes });
    console.log(JSON.stringify([...(await store.listSubscribers('', 9)), ...rows.subscribers]));
    await store.close();`;
  await writeFile(join(copy, 'column.ts'), program);
  const stored = JSON.parse(await run('tsx', 'column.ts'));
  const expected = { address: 'asha@example.com', language: 'en' };
  expect(stored).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
});

test('the supertest file of tests/README.md checks the status of every route', async () => {
  const document = await readFile(join(repo, 'tests/README.md'), 'utf8');
  const [code = ''] = /(?<=^```ts\n).+?(?=^```$)/ms.exec(document) ?? [];
  await writeFile(join(copy, 'statuses.test.ts'), code);
  const project = {
    extends: './tsconfig.json',
    include: ['client', 'server', 'shared', 'statuses.test.ts'],
  };
  await writeFile(join(copy, 'tsconfig.statuses.json'), JSON.stringify(project));
  expect(await run('tsc', '--project', 'tsconfig.statuses.json')).toBe('');
  const [file, tsconfig] = [join(copy, 'statuses.test.ts'), join(copy, 'tsconfig.json')];
  const given = ['--tsconfig', tsconfig, '--test', '--test-reporter=tap', file];
  const report = await runIn(tmpdir(), 'tsx', ...given);
  const statuses = { '/jobs': 200, '/events.ics': 200, '/no-such-page': 404 };
  for (const [path, status] of Object.entries(statuses)) {
    expect(report).toMatch(new RegExp(`^ok \\d+ - ${path} responds with ${status}$`, 'm'));
  }
  expect(report).toMatch(/^# fail 0$/m);
  // For a failing page the test names the reason.
  const failing = "createApp({ getPageModule() { throw new Error('Out of thread'); } })";
  await writeFile(join(copy, 'statuses.test.ts'), code.replace('createApp()', failing));
  const failed = run('tsx', '--test', 'statuses.test.ts');
  await expect(failed).rejects.toThrow(/Out of thread.*expected 200 "OK", got 500/s);
});

test('the site shows every added entry', async () => {
  const environment = { PORT: '0', ASSETS_DIR: join(copy, 'dist') };
  const server = await startServer(environment, join(copy, 'dist/server/index.js'));
  const port = await readPort(server);
  const read = async (path: string) => (await askPort(port, { path })).body.toString();
  /** All pages of a list; an unknown page is the first one. */
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
    ...['>Language</dt>', '>Hindi<'],
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
    const [file = 'none'] = /\/assets\/[a-z]+-480-\w+\.webp(?= 480w)/.exec(picture) ?? [];
    expect(existsSync(join(copy, 'dist/client', file)), file).toBe(true);
  }
  for (const words of ['>SP<', 'Name of the Partner']) expect(about).toContain(words);
  expect(faq).toMatch(/A question as a visitor would ask it\?.*First step\./);
  expect(jobs).toMatch(/Nobody is wanted today\..*The figures follow\..*Twelve ventures so far\./s);
  for (const page of [events, blog, about, faq, jobs]) {
    expect(page).toContain('href="https://www.linkedin.com/company/your-network"');
  }
});
