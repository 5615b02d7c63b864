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
import { hashOf, makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* PostgreSQL's additions to the contract: connections, locks, concurrent transactions. */

const edition = { subject: 'subject 0', text: 't', html: '<p>t</p>' };

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

test('a start fails if the database’s encoding cannot store every character', async () => {
  const { place, query } = await openDatabase('PostgreSQL');
  const name = `latin1_${randomUUID().replaceAll('-', '')}`;
  await query(`CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0`);
  const store = createPostgresStore({ url: place.databaseUrl?.replace(/[^/]+$/, name) ?? '' });
  onTestFinished(() => store.close());
  for (const start of [store.check, store.open]) await expect(start()).rejects.toThrow('LATIN1');
});

test('an edition is queued for all others while one subscriber unsubscribes', async () => {
  const { store, database, queueEdition } = await openStore('PostgreSQL');
  await insertConfirmed(database, 3);
  const leave = "DELETE FROM newsletter_subscribers WHERE address = 'reader-1@example.com'";
  const leaving = database.query(`${leave}; SELECT pg_sleep(1)`);
  await untilOneWaits(database, 'PgSleep');
  await queueEdition();
  await leaving;
  expect(await store.countRecipients('edition')).toEqual({ confirmed: 2, queued: 2, sent: 0 });
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
  const { store, database } = await openStore('PostgreSQL');
  await insertConfirmed(database, 3);
  await store.addEdition({ ...edition, id: 'edition' });
  const first = 'WHERE id = (SELECT MIN(id) FROM newsletter_subscribers)';
  await database.query(`UPDATE newsletter_subscribers SET status = 'pending' ${first}`);
  // Queueing waits for this lock after it has read the last id of the batch.
  const confirming = database.query(
    `LOCK TABLE newsletter_mails IN SHARE MODE; SELECT pg_sleep(1);
     UPDATE newsletter_subscribers SET status = 'confirmed' ${first}`,
  );
  await untilOneWaits(database, 'PgSleep');
  await store.queueEdition('edition', (await store.queueEdition('edition', '', 2)) ?? '', 2);
  await confirming;
  expect(await store.countRecipients('edition')).toEqual({ confirmed: 3, queued: 3, sent: 0 });
});

test('an interrupted resume is finished by the next one', async () => {
  const { store, database, queueEdition } = await openStore('PostgreSQL');
  await queueEdition({ confirmed: 1 });
  await database.query("UPDATE newsletter_mails SET state = 'given-up'");
  await store.pauseEdition('edition', '550');
  const alter = 'ALTER TABLE newsletter_mails';
  await database.query(`${alter} ADD CONSTRAINT none CHECK (state <> 'waiting')`);
  await expect(store.resumeEdition('edition')).rejects.toThrow('23514');
  await database.query(`${alter} DROP CONSTRAINT none`);
  expect((await store.getBacklog()).paused).toBe(1);
  expect(await store.resumeEdition('edition')).toBe(1);
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
