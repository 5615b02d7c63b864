import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { describeError } from '#server/describe-error.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { postForm } from '../../helpers/ask.ts';
import { makeEnvironment, makeNewsletter } from '../../helpers/newsletter-app.ts';
import { openDatabase, storeKinds } from '../../helpers/newsletter-stores.ts';
import { createRandom } from '../../helpers/seeded-random.ts';
import { queryPostgres, startPostgres } from '../../helpers/start-postgres.ts';
import { readPort } from '../../helpers/start-server.ts';
import { makeRequest, openStore } from '../../helpers/store-contract.ts';
import { makeFolder, openSmtp, startServer } from '../../helpers/until-test-ends.ts';

test('a PostgreSQL that goes and comes leaves the pages alone, makes the form 503, and needs no restart', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  const place = { databaseUrl: await postgres.createDatabase(), dataDirectory: await makeFolder() };
  const smtp = await openSmtp();
  await postgres.stop(); // The server boots while the database is away.
  const environment = makeEnvironment({ place }, smtp.url);
  const timing = { poll: 100, pause: 100 };
  const { app, keys, store, outbox, log } = await makeNewsletter(environment, timing);
  outbox.start();
  const send = (path: string, accept: string) =>
    request(app).post(path).set({ accept }).type('form').send({ email: 'asha@example.com' });
  const post = () => send('/newsletter', 'text/html');
  const expectAway = async () => {
    const confirm = `/newsletter/confirm?token=${'a'.repeat(64)}`; // Its state is not known: the button.
    const link = `/newsletter/unsubscribe?token=${keys.signAddress('asha@example.com')}`;
    for (const path of ['/newsletter', confirm, link]) {
      const { status, headers } = await send(path, 'text/html');
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '30']);
    }
    const script = await send('/newsletter', 'application/json');
    expect([script.status, script.body]).toEqual([503, { outcome: 'unavailable' }]);
    for (const path of ['/', '/thank-you?type=newsletter', '/healthz', confirm, link]) {
      expect((await request(app).get(path)).status).toBe(200);
    }
    await log.waitFor(({ msg, reason }) => String(msg).startsWith('mail waits') && !!reason);
  };
  await expectAway();
  await smtp.stop();
  for (const how of ['fast', 'immediate'] as const) {
    await postgres.start();
    await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(303);
    expect((await store.stats()).pending).toBe(1);
    await postgres.stop(how);
    await expectAway();
  }
  await Promise.all([smtp.start(), postgres.start()]);
  // Tried in vain, it waits for a minute or two as soon as that is noted: less for the test.
  const held = 'SELECT 1 FROM newsletter_outbox WHERE lease IS NOT NULL';
  await expect.poll(() => queryPostgres(place.databaseUrl, held), { timeout: 9_000 }).toEqual([]);
  await queryPostgres(place.databaseUrl, 'UPDATE newsletter_outbox SET due_at = 0');
  await expect.poll(() => smtp.mails.length, { timeout: 30_000 }).toBe(1);
  // A mail that is on its way while the database goes is noted when it is back, and not sent again.
  smtp.slowDown(1_500);
  expect((await post()).status).toBe(303);
  await expect.poll(() => queryPostgres(place.databaseUrl, held)).toHaveLength(1);
  await postgres.stop();
  await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(2);
  await postgres.start();
  await expect.poll(async () => (await store.stats()).waiting, { timeout: 9_000 }).toBe(0);
  await queryPostgres(place.databaseUrl, 'ALTER SCHEMA public RENAME TO lost'); // Until it is restored.
  await expectAway();
}, 120_000);

test('a damaged database file does not stop the start, and the log says what is wrong', async () => {
  const DATA_DIR = await makeFolder({ 'newsletter.sqlite': 'no database '.repeat(100) });
  const server = await startServer({ PORT: '0', MAIL: 'capture', DATA_DIR });
  const { err } = await server.waitFor((line) => 'err' in line);
  expect(err).toMatchObject({ cause: { message: 'file is not a database' } });
});

test('an error with only a code, as of a host with two addresses, is described by its code', () => {
  expect(describeError(Object.assign(new AggregateError([]), { code: 'EX' }))).toBe('EX');
});

test('while another program writes to the SQLite file, everybody is told so after five seconds', async () => {
  const { store, database } = await openStore('SQLite');
  const other = new DatabaseSync(join(database.place.dataDirectory, 'newsletter.sqlite'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const startedAt = performance.now();
  const asked = Array.from({ length: 5 }, () => store.subscribe(makeRequest()));
  for (const each of asked) await expect(each).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  other.exec('ROLLBACK');
  await store.subscribe(makeRequest());
}, 60_000);

/** Whether a program of the system did what it was asked. */
const run = (program: string, ...words: readonly string[]) =>
  spawnSync(join('/bin', program), words).status === 0;

test('a full disk keeps every acknowledged row whole, and with room again writing goes on', async () => {
  // Where mounting is allowed, a real file system of 1 MB; elsewhere a limit of pages stands in.
  const folder = await makeFolder();
  const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
  onTestFinished(() => void (isMounted && run('umount', '--lazy', folder)));
  const [file, ballast] = [join(folder, 'newsletter.sqlite'), join(folder, 'ballast')];
  const store = createSqliteStore({ file, ...(isMounted ? {} : { maxPages: 60 }) });
  await store.open();
  if (isMounted) {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 300_000)));
  }
  let acknowledged = 0;
  const fill = async () => {
    for (; acknowledged < 20_000; acknowledged += 1) await store.subscribe(makeRequest());
  };
  await expect(fill()).rejects.toThrow(StoreUnavailable);
  expect(acknowledged).toBeGreaterThan(5);
  expect(await store.stats()).toMatchObject({ pending: acknowledged, waiting: acknowledged });
  await expect(store.subscribe(makeRequest())).rejects.toThrow(StoreUnavailable);
  // A backup that fails leaves no file that looks like one.
  if (isMounted) await expect(store.backUp(`${file}.copy`)).rejects.toThrow(StoreUnavailable);
  expect(existsSync(`${file}.copy`)).toBe(false);
  await store.close();
  rmSync(ballast, { force: true });
  const next = createSqliteStore({ file }); // No half row has stayed.
  await next.open();
  await next.subscribe(makeRequest());
  const all = acknowledged + 1;
  expect(await next.stats()).toMatchObject({ pending: all, waiting: all });
  await next.close();
});

const slow = { timeout: 90_000 }; // milliseconds

test.each(storeKinds)('with %s all that got a 303 is there after kill -9', slow, async (kind) => {
  const database = await openDatabase(kind);
  const environment = { ...makeEnvironment(database), PORT: '0', TRUST_PROXY: '0' };
  const acknowledged = new Set<string>();
  const random = createRandom(9);
  for (const _round of [1, 2]) {
    const server = await startServer(environment);
    const port = await readPort(server);
    let running = true;
    const visit = async () => {
      while (running) {
        const email = `${randomUUID()}@example.com`;
        if ((await postForm(port, email)) === 303) acknowledged.add(email);
      }
    };
    const before = acknowledged.size;
    const visitors = Array.from({ length: 16 }, visit);
    await expect.poll(() => acknowledged.size - before).toBeGreaterThan(40);
    await sleep(random.below(100));
    await server.end('SIGKILL');
    running = false;
    await Promise.all(visitors);
  }
  const store = database.createStore();
  await store.open();
  const stored = new Set((await store.listSubscribers('', 1e5)).map(({ address }) => address));
  expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([]);
  const { pending, waiting } = await store.stats();
  expect([pending, waiting]).toEqual([stored.size, pending]); // Each with its mail, acknowledged or not.
});
