import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { describeError } from '#server/describe-error.ts';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { createRandom } from '../../helpers/content/seeded-random.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { openDatabase, storeKinds } from '../../helpers/newsletter/newsletter-stores.ts';
import { makeRequest, openStore } from '../../helpers/newsletter/store-contract.ts';
import { postForm } from '../../helpers/site/ask.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

test('the server starts with a damaged database file; the log names the error and the request', async () => {
  const DATA_DIR = await makeFolder({ 'newsletter.sqlite': 'no database '.repeat(100) });
  const server = await startServer({ PORT: '0', MAIL: 'capture', DATA_DIR });
  const { err } = await server.waitFor((line) => 'err' in line);
  expect(err).toMatchObject({ cause: { message: 'file is not a database' } });
  const origin = `http://127.0.0.1:${await readPort(server)}`;
  const headers = { 'sec-fetch-site': 'same-origin' };
  const body = new URLSearchParams({ email: 'asha@example.org' });
  const asked = await fetch(`${origin}/newsletter`, { method: 'POST', headers, body });
  expect(asked.status).toBe(503);
  const requestId = asked.headers.get('x-request-id');
  const line = await server.waitFor((each) => each['requestId'] === requestId && 'reason' in each);
  expect(line['reason']).toBe('file is not a database');
});

test('an error that has only a code, as for a host with two addresses, is described by its code', () => {
  expect(describeError(Object.assign(new AggregateError([]), { code: 'EX' }))).toBe('EX');
});

test('while another program locks the SQLite file, all requests fail after five seconds', async () => {
  const { store, database } = await openStore('SQLite');
  const other = new DatabaseSync(join(database.place.dataDirectory, 'newsletter.sqlite'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const startedAt = performance.now();
  const asked = Array.from({ length: 5 }, () => store.subscribe(makeRequest()));
  for (const each of asked) await expect(each).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(20_000); // not five seconds for each
  other.exec('ROLLBACK');
  await store.subscribe(makeRequest());
});

test('with a full disk every acknowledged row is complete', async () => {
  const file = join(await makeFolder(), 'newsletter.sqlite');
  const limit = { name: 'limit', sql: 'PRAGMA max_page_count = 60' };
  const store = createSqliteStore({ file, migrations: [...migrations, limit] });
  await store.open();
  let acknowledged = 0;
  const fill = async () => {
    for (; acknowledged < 20_000; acknowledged += 1) await store.subscribe(makeRequest());
  };
  await expect(fill()).rejects.toThrow(StoreUnavailable);
  expect(acknowledged).toBeGreaterThan(5);
  expect(await store.stats()).toMatchObject({ pending: acknowledged, waiting: acknowledged });
  await store.close();
});

test.each(storeKinds)(
  'with %s every subscription that got a 303 is stored after kill -9',
  async (kind) => {
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
    expect([pending, waiting]).toEqual([stored.size, pending]); // Each has its mail, acknowledged or not.
  },
);
