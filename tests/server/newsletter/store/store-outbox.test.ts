import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { longestWait } from '#server/newsletter/mail/timing.ts';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { day, hour } from '#shared/durations.ts';
import {
  insertConfirmed,
  openDatabase,
  storeKinds,
  type TestDatabase,
} from '../../../helpers/newsletter-stores.ts';
import { hashesOf, hashOf, makeRequest, openStore } from '../../../helpers/store-contract.ts';

/* THE CONTRACT of a store, run against a real SQLite file and a real PostgreSQL: outbox and tables. */

const edition = { subject: 'subject 0', text: 't', html: '<p>t</p>' };
const deferred = { code: '450', isRejection: false };

/** Waits until a connection of PostgreSQL waits for its `pg_sleep`, or for the end of another's transaction. */
async function untilOneWaits({ query }: TestDatabase, event: 'PgSleep' | 'transactionid') {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = '${event}'`;
  await expect.poll(() => query(waiting)).toHaveLength(1);
}

describe.each(storeKinds)('%s', (kind) => {
  test('a claimed mail is nobody else’s until its lease is over', async () => {
    const { store, age, claimMail, claimNext } = await openStore(kind);
    await store.subscribe(makeRequest());
    const first = await claimMail();
    expect(await claimNext()).toBeUndefined();
    await age(60_001);
    const second = await claimMail('hash');
    expect(second).toMatchObject({ id: first.id, attempts: 2 });
    await store.markSent(first);
    await store.postpone(first, undefined, deferred);
    const bounce = { code: '550', hash: 'x', maxDays: 1 };
    expect(await store.recordBounce(first, undefined, bounce)).toBe('postponed');
    expect(await store.stats()).toMatchObject({ waiting: 1, givenUp: 0 });
    await store.postpone(second, 120_000, deferred);
    expect(await claimNext()).toBeUndefined();
    await age(120_000);
    expect((await store.stats()).oldestSeconds).toBeGreaterThanOrEqual(120);
    const third = await claimMail();
    expect(third).toMatchObject({ id: first.id, attempts: 3, rejections: 0 });
    await store.markSent(third);
    expect(await store.stats()).toMatchObject({ waiting: 0 });
    expect(await store.getConfirmationState('hash')).toBe('confirm'); // Each attempt’s token works.
  });

  test.each([
    ['back by an hour', -hour],
    ['back by a year', -365 * day],
    ['forward by two days', 2 * day],
  ])('when the clock jumps %s, a mail that waits is due all the same', async (_name, time) => {
    const { store, age, claimMail, claimNext } = await openStore(kind);
    await store.subscribe(makeRequest());
    await store.postpone(await claimMail(), 60_000, deferred);
    await age(time);
    await store.tidy(30 * day, longestWait);
    if (time === -hour) await age(hour + 60_000); // That much it may wait.
    expect(await claimNext()).toMatchObject({ attempts: 2 });
  });

  test('the backlog counts what waits, for how long, and what is paused, not what bounces', async () => {
    const { store, database, age, claimMail, sendConfirmation } = await openStore(kind);
    const none = { paused: 0, waiting: 0, oldestSeconds: 0 };
    expect(await store.getBacklog()).toEqual(none);
    await store.subscribe(makeRequest());
    await age(90_000);
    await store.subscribe(makeRequest());
    await store.pause('edition', '550 5.1.8');
    const oldestSeconds = expect.toSatisfy((seconds) => seconds >= 90);
    expect(await store.getBacklog()).toEqual({ paused: 1, waiting: 2, oldestSeconds });
    await store.postpone(await claimMail(), 60_000, deferred);
    expect(await store.resume()).toBe(1);
    await sendConfirmation();
    expect(await store.getBacklog()).toMatchObject({ waiting: 1 }); // What is sent is not counted.
    const ids = `SELECT subscriber_id FROM newsletter_outbox WHERE state = 'waiting'`;
    await database.query(`UPDATE newsletter_subscribers SET bounce_days = 1 WHERE id IN (${ids})`);
    expect(await store.getBacklog()).toEqual(none);
  });

  test('an edition is queued once for each confirmed subscriber, however often it is sent', async () => {
    const { store, database, claimMail, claimNext } = await openStore(kind);
    await insertConfirmed(database, 5);
    await store.subscribe(makeRequest()); // pending: gets none
    for (let round = 0; round < 2; round += 1) {
      let behind: string | undefined = '';
      await store.addEdition({ ...edition, id: 'i', subject: `subject ${round}` });
      while (behind !== undefined) behind = await store.queueEdition('i', behind, 2);
      expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 0 });
    }
    expect((await claimMail()).kind).toBe('confirmation');
    const addresses: string[] = [];
    for (let mail = await claimNext(); mail; mail = await claimNext()) {
      expect(mail).toMatchObject({ ...edition, kind: 'edition', batch: 'i' });
      addresses.push(mail.address);
      await store.markSent(mail);
    }
    expect(addresses.sort()).toEqual([0, 1, 2, 3, 4].map((each) => `reader-${each}@example.com`));
    await store.queueEdition('i', '', 50);
    expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 5 });
  });

  test('resume makes all mails due that were given up, also more than one statement changes', async () => {
    const { store, database, queueEdition } = await openStore(kind);
    await insertConfirmed(database, 5_001);
    await queueEdition();
    await database.query("UPDATE newsletter_outbox SET state = 'given-up'");
    expect(await store.resume()).toBe(5_001);
    expect(await store.getBacklog()).toMatchObject({ waiting: 5_001 });
  });

  test('replicas that boot together make the tables once', async () => {
    const database = await openDatabase(kind);
    const stores = Array.from({ length: 4 }, () => database.createStore());
    for (const _round of [1, 2]) await Promise.all(stores.map((store) => store.open()));
    const rows = await database.query('SELECT number FROM newsletter_migrations ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual([...migrations.keys()].map((key) => key + 1));
  });

  test('tables of an earlier version are migrated with their rows, and its program stops at the newer ones', async () => {
    const { store: former, database, sendConfirmation } = await openStore(kind);
    await former.subscribe(makeRequest());
    const add = 'ALTER TABLE newsletter_subscribers ADD COLUMN note TEXT';
    const next = [...migrations, { name: 'note', sql: add }];
    const store = database.createStore({ migrations: next });
    await store.open();
    expect(await store.confirm(await sendConfirmation(), hashesOf)).toBe('confirmed');
    const rows = await database.query('SELECT note FROM newsletter_subscribers');
    expect(rows).toEqual([{ note: null }]);
    await expect(former.open()).rejects.toThrow(/run the newer program/);
  });
});

test('neither the database of SQLite nor its companions can be read by others, also if they could before', async () => {
  const { place, createStore } = await openDatabase('SQLite');
  const file = join(place.dataDirectory, 'newsletter.sqlite');
  const modes = () =>
    [file, `${file}-wal`, `${file}-shm`].map((each) => (statSync(each).mode & 0o007).toString(8));
  const umask = process.umask(0o000);
  try {
    for (const mode of [undefined, 0o664]) {
      if (mode !== undefined) chmodSync(file, mode);
      const store = createStore();
      await store.open();
      await store.subscribe(makeRequest());
      expect(modes()).toEqual(['0', '0', '0']);
      await store.close();
    }
    expect(statSync(file).mode & 0o777).toBe(0o660);
  } finally {
    process.umask(umask);
  }
});

test('a migration of PostgreSQL may take longer than any visitor would wait, for those that wait for it too', async () => {
  const database = await openDatabase('PostgreSQL');
  const slow = [...migrations, { name: 'slow', sql: 'SELECT pg_sleep(1);' }];
  const open = () => database.createStore({ migrations: slow, queryTimeout: 500 }).open();
  await Promise.all([open(), open()]);
  const rows = await database.query('SELECT MAX(number) AS latest FROM newsletter_migrations');
  expect(rows).toEqual([{ latest: slow.length }]);
});

test('a PostgreSQL that does not respond in time is waited for once, and not again for the ROLLBACK', async () => {
  const { database } = await openStore('PostgreSQL');
  const store = database.createStore({ queryTimeout: 2_000 });
  const held = database.query('LOCK TABLE newsletter_suppressions; SELECT pg_sleep(5)');
  await untilOneWaits(database, 'PgSleep');
  const startedAt = performance.now();
  await expect(store.suppress('asha@example.com', 'hash')).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(3_500);
  // Also where PostgreSQL itself does not wait longer for a lock.
  const set = "EXECUTE 'ALTER DATABASE ' || current_database() || ' SET lock_timeout = 100'";
  await database.query(`DO $$BEGIN ${set}; END$$`);
  await expect(database.createStore().suppress('a', 'b')).rejects.toThrow(StoreUnavailable);
  await held;
});

test('an edition is queued for everybody else while one subscriber unsubscribes', async () => {
  const { store, database, queueEdition } = await openStore('PostgreSQL');
  await insertConfirmed(database, 3);
  const leave = "DELETE FROM newsletter_subscribers WHERE address = 'reader-1@example.com'";
  const leaving = database.query(`${leave}; SELECT pg_sleep(1)`);
  await untilOneWaits(database, 'PgSleep');
  await queueEdition();
  await leaving;
  expect(await store.countRecipients('edition')).toEqual({ confirmed: 2, queued: 2, sent: 0 });
});

test('an unsubscribe that PostgreSQL ends because it and the claim of a mail wait for each other runs again', async () => {
  const { store, database } = await openStore('PostgreSQL');
  const request = makeRequest();
  await store.subscribe(request);
  const claiming = database.query(
    `SET deadlock_timeout = '10s'; UPDATE newsletter_outbox SET attempts = 1;
     SELECT pg_sleep(0.5); SELECT 1 FROM newsletter_subscribers FOR KEY SHARE`,
  );
  await untilOneWaits(database, 'PgSleep');
  await store.unsubscribe(request.key, hashOf(request.key));
  expect(await store.stats()).toMatchObject({ pending: 0, suppressed: { unsubscribed: 1 } });
  await claiming;
});

test('an edition is queued for everybody else while one subscriber confirms', async () => {
  const { store, database } = await openStore('PostgreSQL');
  await insertConfirmed(database, 3);
  await store.addEdition({ ...edition, id: 'edition' });
  const first = 'WHERE id = (SELECT MIN(id) FROM newsletter_subscribers)';
  await database.query(`UPDATE newsletter_subscribers SET status = 'pending' ${first}`);
  // The mails wait for this lock, after the last id of the part was read.
  const confirming = database.query(
    `LOCK TABLE newsletter_outbox IN SHARE MODE; SELECT pg_sleep(1);
     UPDATE newsletter_subscribers SET status = 'confirmed' ${first}`,
  );
  await untilOneWaits(database, 'PgSleep');
  await store.queueEdition('edition', (await store.queueEdition('edition', '', 2)) ?? '', 2);
  await confirming;
  expect(await store.countRecipients('edition')).toEqual({ confirmed: 3, queued: 3, sent: 0 });
});

test('a bounce that is stored in the moment of a pause waits for resume too', async () => {
  const { store, database, claimMail } = await openStore('PostgreSQL');
  await store.subscribe(makeRequest());
  const mail = await claimMail();
  const holding = database.query('SELECT 1 FROM newsletter_outbox FOR UPDATE; SELECT pg_sleep(1)');
  await untilOneWaits(database, 'PgSleep');
  const bouncing = store.recordBounce(mail, 60_000, { code: '550', hash: 'h', maxDays: 3 });
  await untilOneWaits(database, 'transactionid');
  await store.pause('confirmation', '550');
  await Promise.all([holding, bouncing]);
  expect(await store.resume('confirmation')).toBe(1);
});

test('a resume that breaks off is finished by the next one', async () => {
  const { store, database, claimMail } = await openStore('PostgreSQL');
  await store.subscribe(makeRequest());
  await store.postpone(await claimMail(), undefined, { code: '550', isRejection: true });
  await store.pause('confirmation', '550');
  const alter = 'ALTER TABLE newsletter_outbox';
  await database.query(`${alter} ADD CONSTRAINT none CHECK (state <> 'waiting')`);
  await expect(store.resume('confirmation')).rejects.toThrow('23514');
  await database.query(`${alter} DROP CONSTRAINT none`);
  expect(await store.resume('confirmation')).toBe(1);
});

test('PostgreSQL quotes the row that it rejects, and the error for the log does not', async () => {
  const { store, database } = await openStore('PostgreSQL');
  const request = makeRequest();
  const check = `CHECK (address_key <> '${request.key}')`;
  await database.query(`ALTER TABLE newsletter_subscribers ADD CONSTRAINT none ${check}`);
  const error: unknown = await store.subscribe(request).catch((reason) => reason);
  expect(String(error)).toContain('with the code 23514');
  expect(inspect(error)).not.toContain(request.address);
});

test('a PostgreSQL that cuts connections at any moment rejects with StoreUnavailable, and the process lives', async () => {
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
  // A connection that was cut just now may be tried once more.
  await vi.waitFor(() => store.subscribe(makeRequest()));
  await store.close();
}, 30_000);
