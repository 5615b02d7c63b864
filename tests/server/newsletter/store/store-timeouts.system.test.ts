import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createToken } from '#server/newsletter/keys/keys.ts';
import { createNewsletter } from '#server/newsletter/newsletter.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { createPostgresStore } from '#server/newsletter/store/store-postgres.ts';
import { hour } from '#shared/dates/durations.ts';
import {
  insertConfirmed,
  lockTables,
  type TestDatabase,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';
import { makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';
import { readConfig } from '../../../helpers/site/read-config.ts';

/* Only with PostgreSQL: statements that continue after a timeout, and other users of the database. */

/** The connections that wait for a lock. */
const listWaiting = ({ query }: TestDatabase) =>
  query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

test('while tables are locked, PostgreSQL ends each statement after the store’s timeout', async () => {
  const { database } = await openStore('PostgreSQL');
  const store = database.createStore({ statementTimeout: 200 });
  await lockTables(database, 'newsletter_suppressions, newsletter_consents');
  const asked = Array.from({ length: 6 }, (_, number) =>
    number % 2 ? store.suppress('asha@example.com', 'hash') : store.addConsent('v2', 'words'),
  );
  for (const each of await Promise.allSettled(asked)) {
    expect(each).toMatchObject({ reason: expect.any(StoreUnavailable) });
  }
  await expect.poll(() => listWaiting(database)).toEqual([]);
});

test('a deletion in bulk may take longer than a visitor’s statement', async () => {
  const { database } = await openStore('PostgreSQL');
  await insertConfirmed(database, 1);
  await database.query(
    `UPDATE newsletter_subscribers SET status = 'pending';
     CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN PERFORM pg_sleep(0.5); RETURN OLD; END';
     CREATE TRIGGER slow BEFORE DELETE ON newsletter_subscribers
       FOR EACH ROW EXECUTE FUNCTION wait()`,
  );
  const store = database.createStore({ statementTimeout: 100 });
  expect(await store.removeUnconfirmed(hour)).toBe(1);
});

test.each(['newsletter_mails', 'newsletter_subscribers'])(
  'if %s is locked until the deadline of a request, nothing of it is stored later',
  async (table) => {
    const made = await openNewsletter('PostgreSQL');
    const { database, environment, store, log, keys } = made;
    const timeout = 400; // milliseconds
    const settings = readConfig(environment).newsletter;
    const newsletter = createNewsletter(
      { ...made, outbox: undefined },
      settings,
      log.logger,
      timeout,
    );
    await made.subscribe('ravi');
    const { token, hash } = createToken();
    await store.becomeSender('test');
    await store.takeMail({
      ...{ holder: 'test', queue: 'confirmations', inFlight: [], hashesOf: () => [] },
      ...{ token: { hash, lifetime: hour }, getDelay: () => hour },
    });
    const rows = () => database.query(`SELECT * FROM ${table}`);
    const before = await rows();

    const release = await lockTables(database, table);
    const startedAt = performance.now();
    const form = newsletter.subscribe('asha@example.com', '203.0.113.7');
    const visits: Promise<string>[] = [form.then(({ kind }) => kind)];
    if (table === 'newsletter_subscribers') {
      const link = keys.signAddress('ravi@example.com');
      visits.push(newsletter.confirm(token), newsletter.unsubscribe(link));
    }
    await expect.poll(() => listWaiting(database)).toHaveLength(visits.length);
    await expect.poll(() => performance.now() - startedAt).toBeGreaterThan(timeout);
    await release();
    expect(new Set(await Promise.all(visits))).toEqual(new Set(['unavailable']));
    expect(await rows()).toEqual(before);
  },
);

test('concurrent forms are all stored if the database is serializable by default', async () => {
  const { database } = await openStore('PostgreSQL');
  const set = `EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_isolation = serializable'`;
  await database.query(`DO $$BEGIN ${set}; END$$`);
  const stores = [database.createStore(), database.createStore()];
  const forms = Array.from({ length: 20 }, () => stores).flat();
  await Promise.all(forms.map((store) => store.subscribe(makeRequest())));
  expect(await stores[0]?.stats()).toMatchObject({ pending: forms.length });
});

test('a replica that is frozen in a transaction delays the others only until PostgreSQL ends it', async () => {
  const { database, store } = await openStore('PostgreSQL');
  const url = new URL(database.place.databaseUrl ?? '');
  const { port } = url;
  const sockets: Socket[] = [];
  // The last bytes of the frozen replica do not arrive, and its connections stay open.
  const wire = createServer((replica) => {
    const server = connect(Number(port), '127.0.0.1');
    sockets.push(replica, server);
    for (const socket of [replica, server]) socket.on('error', () => {});
    server.on('data', (bytes) => replica.write(bytes));
    replica.on('data', (bytes) => bytes.includes('COMMIT') || server.write(bytes));
  });
  onTestFinished(() => {
    wire.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(wire.listen(0, '127.0.0.1'), 'listening');
  url.port = String(Object(wire.address()).port);
  const frozen = createPostgresStore({ url: url.href, statementTimeout: 200 });
  onTestFinished(() => frozen.close());
  const request = makeRequest();
  await expect(frozen.subscribe(request)).rejects.toThrow(StoreUnavailable);
  await store.subscribe(request);
});
