import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { createPostgresStore } from '#server/newsletter/store/store-postgres.ts';
import {
  insertConfirmed,
  openDatabase,
  type TestDatabase,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import {
  hashesOf,
  hashOf,
  makeRequest,
  openStore,
} from '../../../helpers/newsletter/store-contract.ts';

/* PostgreSQL's additions to the contract: connections, locks, concurrent transactions. */

/** Waits until a connection of PostgreSQL waits for its `pg_sleep`, or for another transaction. */
async function untilOneWaits({ query }: TestDatabase, event: 'PgSleep' | 'transactionid') {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = '${event}'`;
  await expect.poll(() => query(waiting)).toHaveLength(1);
}

test('a migration of PostgreSQL has no time limit, also for the replicas that wait for it', async () => {
  const database = await openDatabase('PostgreSQL');
  const slow = [...migrations, { name: 'slow', sql: 'SELECT pg_sleep(1);' }];
  const open = () => database.createStore({ migrations: slow, statementTimeout: 500 }).open();
  await Promise.all([open(), open()]);
  const rows = await database.query('SELECT MAX(number) AS latest FROM newsletter_migrations');
  expect(rows).toEqual([{ latest: slow.length }]);
});

test('a check finds a database that cannot store every letter', async () => {
  const { place, query } = await openDatabase('PostgreSQL');
  const name = `latin1_${randomUUID().replaceAll('-', '')}`;
  await query(`CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0`);
  const store = createPostgresStore({ url: place.databaseUrl?.replace(/[^/]+$/, name) ?? '' });
  onTestFinished(() => store.close());
  await expect(store.check()).rejects.toThrow(/^PostgreSQL rejected .* 22P05$/);
});

test('an edition is queued for all others while one subscriber unsubscribes', async () => {
  const { store, database, queueEdition } = await openStore('PostgreSQL');
  await insertConfirmed(database, 3);
  const leave = "DELETE FROM newsletter_subscribers WHERE address = 'reader-1@example.com'";
  const leaving = database.query(`${leave}; SELECT pg_sleep(1)`);
  await untilOneWaits(database, 'PgSleep');
  await queueEdition();
  await leaving;
  expect(await store.findEdition('edition')).toMatchObject({ waiting: 2 });
});

test('after a deadlock with the sender of a mail, an unsubscribe is repeated', async () => {
  const { store, database } = await openStore('PostgreSQL');
  const request = makeRequest();
  await store.subscribe(request);
  const sending = database.query(
    `SET deadlock_timeout = '10s'; UPDATE newsletter_mails SET attempts = 1;
     SELECT pg_sleep(0.5); SELECT 1 FROM newsletter_subscribers FOR KEY SHARE`,
  );
  await untilOneWaits(database, 'PgSleep');
  await store.unsubscribe(request.key, hashOf(request.key));
  expect(await store.stats()).toMatchObject({ pending: 0, suppressed: { unsubscribed: 1 } });
  await sending;
});

test('an edition is queued for all others while one subscriber confirms', async () => {
  const { store, database, queueEdition } = await openStore('PostgreSQL');
  await insertConfirmed(database, 1_001); // With the one who confirms, more than are queued in a transaction.
  const first = 'WHERE id = (SELECT MIN(id) FROM newsletter_subscribers)';
  await database.query(`UPDATE newsletter_subscribers SET status = 'pending' ${first}`);
  // Queueing waits for this lock after it has read the last id of the batch.
  const confirming = database.query(
    `LOCK TABLE newsletter_mails IN SHARE MODE; SELECT pg_sleep(1);
     UPDATE newsletter_subscribers SET status = 'confirmed' ${first}`,
  );
  await untilOneWaits(database, 'PgSleep');
  await queueEdition();
  await confirming;
  expect(await store.findEdition('edition')).toMatchObject({ waiting: 1_001 });
});

test('PostgreSQL’s error quotes the rejected row, the logged error does not', async () => {
  const { store, database } = await openStore('PostgreSQL');
  const request = makeRequest();
  const check = `CHECK (address_key <> '${request.key}')`;
  await database.query(`ALTER TABLE newsletter_subscribers ADD CONSTRAINT none ${check}`);
  const error: unknown = await store.subscribe(request).catch((reason) => reason);
  expect(String(error)).toContain('with the code 23514');
  expect(inspect(error)).not.toContain(request.address);
});

test('when PostgreSQL closes connections at any time, calls reject with StoreUnavailable, and the process goes on', async () => {
  const { store, database } = await openStore('PostgreSQL');
  const outcomes: PromiseSettledResult<unknown>[] = [];
  for (let round = 0; round < 25; round += 1) {
    const requests = Array.from({ length: 4 }, () => store.subscribe(makeRequest()));
    const cut = database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    outcomes.push(...(await Promise.allSettled(requests)));
    await cut;
  }
  const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(failures.length).toBeGreaterThan(0);
  for (const reason of failures) expect(reason).toBeInstanceOf(StoreUnavailable);
  // A connection that was just closed may be tried once more.
  await vi.waitFor(() => store.subscribe(makeRequest()));
  await store.close();
});

test('PostgreSQL ends a statement that waits for a lock, before we give it up', async () => {
  const { database } = await openStore('PostgreSQL');
  const locking = database.query('LOCK TABLE newsletter_subscribers; SELECT pg_sleep(3)');
  await untilOneWaits(database, 'PgSleep');
  const store = database.createStore({ statementTimeout: 500 });
  await expect(store.subscribe(makeRequest())).rejects.toThrow(StoreUnavailable);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  expect(await database.query(waiting)).toEqual([]);
  await locking;
});

test('what a visitor waits for begins no statement after the deadline', async () => {
  const { database } = await openStore('PostgreSQL');
  // Each of the four statements takes a second, which is less than its own limit.
  const wait = `RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`;
  await database.query(`CREATE FUNCTION wait() ${wait}`);
  for (const table of ['suppressions', 'subscribers', 'mails'])
    await database.query(
      `CREATE TRIGGER slow BEFORE UPDATE ON newsletter_${table} EXECUTE FUNCTION wait()`,
    );
  const store = database.createStore({ statementTimeout: 1_900 });
  await expect(store.subscribe(makeRequest())).rejects.toThrow(StoreUnavailable);
  expect(await database.query('SELECT * FROM newsletter_subscribers')).toEqual([]);
});

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
  const { database, store, sendConfirmation } = await openStore('PostgreSQL');
  await store.subscribe(makeRequest());
  const token = await sendConfirmation();
  const freeze = (key: string) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    return hashesOf(key);
  };
  const frozen = database.createStore({ statementTimeout: 200 });
  await expect(frozen.confirm(token, freeze)).rejects.toThrow(StoreUnavailable);
  expect(await store.confirm(token, hashesOf)).toBe('confirmed');
});
