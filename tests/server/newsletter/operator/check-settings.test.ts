import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { makeEnvironment } from '../../../helpers/newsletter/newsletter-app.ts';
import { runCommand } from '../../../helpers/newsletter/newsletter-command.ts';
import { openDatabase, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { readMailText } from '../../../helpers/newsletter/smtp.ts';
import { readPort } from '../../../helpers/site/start-server.ts';
import { makeFolder, openSmtp, serve, startServer } from '../../../helpers/until-test-ends.ts';

/* The command that an operator runs before a start: it checks the newsletter's settings, and changes nothing. */

const check = (environment: Record<string, string>, ...more: string[]) =>
  runCommand(environment, 'check-settings', ...more);

describe.each(storeKinds)('with %s', (kind) => {
  test('with good settings the command ends with 0, before and after the first start, and creates and sends nothing', async () => {
    const [database, smtp] = [await openDatabase(kind), await openSmtp()];
    const environment = makeEnvironment(database, smtp.url);
    expect(await check(environment)).toMatchObject({ code: 0, error: '' });
    expect(readdirSync(database.place.dataDirectory)).toEqual([]);
    if (kind === 'PostgreSQL') expect(await database.listTables()).toEqual([]);
    await database.createStore().open();
    const { code, out } = await check(environment);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^set: .*\bPORT=0, .*\bAPP_SECRET, .*\ndefault: .*\bINDEXING\b.*\nsecret: .+\ndatabase: .+\nmail server: login accepted: 127/,
    );
    expect(out).not.toContain(environment['APP_SECRET']);
    expect(smtp.mails).toEqual([]);
    const test = await check(environment, '--to', 'asha@example.com', '--json');
    expect(test).toMatchObject({ code: 0, error: '' });
    expect(smtp.mails.map(({ to }) => to)).toEqual(['asha@example.com']);
    expect(readMailText(smtp.last())).toContain('has sent this mail to try its settings');
    expect(await database.query('SELECT * FROM newsletter_consents')).toEqual([]);
    for (const line of test.out.trim().split('\n')) JSON.parse(line);
  });

  test('a mail server and a database that do not work are both named, and the command ends with 1', async () => {
    const database = await openDatabase(kind);
    const later = { name: 'later', sql: 'CREATE TABLE newsletter_later (id TEXT)' };
    await database.createStore({ migrations: [...migrations, later] }).open();
    const { code, error } = await check(makeEnvironment(database), '--to', 'asha@example.com');
    expect(code).toBe(1);
    expect(error).toMatch(/^database: .*run the newer program\nmail server: .*ECONNREFUSED/);
  });
});

test('a check, also with a test mail, writes no secret and leaves the file of the database as it is', async () => {
  const database = await openDatabase('SQLite');
  const store = database.createStore();
  await store.open();
  await store.close();
  await database.query('PRAGMA journal_mode = DELETE');
  const { dataDirectory: DATA_DIR } = database.place;
  const file = join(DATA_DIR, 'newsletter.sqlite');
  chmodSync(file, 0o644);
  const read = () => [statSync(file).mode, readFileSync(file)];
  const before = read();
  const environment = { DATA_DIR, MAIL: 'capture', PORT: '0' };
  expect(await check(environment, '--to', 'asha@example.com')).toMatchObject({ code: 0 });
  expect(read()).toEqual(before);
  expect(readdirSync(DATA_DIR).sort()).toEqual(['mail', 'newsletter.sqlite']);
  const { code, error } = await check({ DATA_DIR, MAIL: 'off' }, '--to', 'asha@example.com');
  expect([code, error]).toEqual([1, 'MAIL is off: nothing can be sent\n']);
});

test('a port of the running server is no failure, that of another program is', async () => {
  const server = await startServer({ PORT: '0', METRICS_PORT: '0', MAIL: 'off' });
  const [port, metricsPort] = [await readPort(server), await readPort(server, 'metricsUrl')];
  const other = await serve((_request, response) => response.end('ok'));
  const DATA_DIR = await makeFolder();
  for (const [first, second, status, words] of [
    [port, metricsPort, 0, ''],
    [other, metricsPort, 1, `address: PORT ${other} .*by ano`],
    [port, other, 1, `address: METRICS_PORT ${other} .*by ano`],
  ] as const) {
    const ports = { PORT: `${first}`, METRICS_PORT: `${second}` };
    const { code, error } = await check({ DATA_DIR, MAIL: 'off', ...ports });
    expect([code, error]).toEqual([status, expect.stringMatching(`^${words}`)]);
  }
});

test('with a rejected login the command ends with 1', async () => {
  const [database, smtp] = [await openDatabase('SQLite'), await openSmtp({ password: 'right' })];
  const url = smtp.url.replace('//', '//news:wrong@');
  const { code, error } = await check(makeEnvironment(database, url));
  expect([code, error]).toEqual([1, expect.stringMatching(/^mail server: Invalid login/)]);
  expect(error).not.toContain('wrong');
});

const complete = {
  ...{ SITE_ORIGIN: 'https://a.org', TRUST_PROXY: '1' },
  ...{ CONTACT_EMAIL: 'a@a.org', INVITE_URL: 'https://a.org/invite' },
};
const open = { NODE_ENV: 'production', HOST: '0.0.0.0' };

test.each([
  ['no PostgreSQL', { DATABASE_URL: 'postgres://127.0.0.1:1/setu' }, 1, 'ECONNREFUSED'],
  ['a folder that cannot be made', { DATA_DIR: '/etc/passwd/data' }, 1, 'database: '],
  ['a damaged database', { DATA_DIR: 'damaged' }, 1, 'not a database'],
  ['a wrong variable', { SMTP_URL: 'mail.example.org' }, 2, 'SMTP_URL must begin with'],
  ['an address of another machine', { HOST: '192.0.2.1' }, 1, 'address: HOST 192.0.2.1 cannot'],
  ['that of its metrics', { METRICS_PORT: '192.0.2.1:1' }, 1, 'address: METRICS_PORT 192.0.2.1 c'],
  ['a folder of the kernel', { DATA_DIR: '/proc/x' }, 1, 'secret: DATA_DIR: /proc/x c'],
  ['no address of the site', { ...open, MAIL: 'off' }, 1, 'SITE_ORIGIN must be set'],
  ['no proxy', { ...complete, TRUST_PROXY: '0' }, 1, 'origin: TRUST_PROXY is 0'],
  ['a proxy', complete, 0, ''],
  ['a parameter of Prisma', { DATABASE_URL: 'postgres://db/a?schema=b' }, 1, 'has schema, which'],
  ['a variable of git', { EMAIL: 'asha@example.org' }, 0, ''],
  ['samples for visitors', { SITE_ORIGIN: 'https://a.org' }, 1, 'CONTACT_EMAIL and INVITE_URL'],
  ['no newsletter', { MAIL: 'off' }, 0, ''],
  ['a misspelt SMTP_URL', { MAIL: '', ...open, SMTP_ULR: 'smtp://a' }, 1, 'mail server: the newsl'],
  ['mails to files', { MAIL: 'capture' }, 0, ''],
] as const)('%s: %j ends with %i', async (_what, more, status, words) => {
  const folder = await makeFolder({ 'damaged/newsletter.sqlite': 'no database '.repeat(100) });
  const DATA_DIR = join(folder, 'data');
  const environment = { DATA_DIR, MAIL: 'capture', PORT: '0', ...more };
  if (environment.DATA_DIR === 'damaged') environment.DATA_DIR = join(folder, 'damaged');
  const { code, error } = await check(environment);
  expect([code, error]).toEqual([status, expect.stringContaining(words)]);
  expect(readdirSync(folder)).toEqual(['damaged']);
});
