import { expect, test } from 'vitest';
import { createToken } from '#server/newsletter/keys/keys.ts';
import { createNewsletter } from '#server/newsletter/newsletter.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { hour } from '#shared/dates/durations.ts';
import {
  insertConfirmed,
  lockTables,
  type TestDatabase,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';
import { hashesOf, makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';
import { readConfig } from '../../../helpers/site/read-config.ts';

/* Only with PostgreSQL: statements that continue after a timeout, and other users of the database. */

/** The connections that wait for a lock. */
const listWaiting = ({ query }: TestDatabase) =>
  query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

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

test('what a visitor waits for begins no statement after the deadline, and PostgreSQL ends what waits for a lock', async () => {
  const made = await openNewsletter('PostgreSQL');
  const { database, environment, log, keys } = made;
  const store = database.createStore({ statementTimeout: 3_000 });
  await store.open();
  const timeout = 400; // milliseconds
  const newsletter = createNewsletter(
    { ...made, store, outbox: undefined },
    readConfig(environment).newsletter,
    log.logger,
    timeout,
  );
  await made.subscribe('ravi');
  const { token, hash } = createToken();
  await database.query(
    `INSERT INTO newsletter_confirmations SELECT '${hash}', id, 4102444800000 FROM newsletter_subscribers`,
  );
  const rows = () => database.query('SELECT * FROM newsletter_subscribers');
  const before = await rows();
  const visit = () => [
    newsletter.subscribe('asha@example.com', '203.0.113.7').then(({ kind }) => kind),
    newsletter.confirm(token),
    newsletter.unsubscribe(keys.signAddress('ravi@example.com')),
  ];
  const unavailable = Array(3).fill('unavailable');
  const release = await lockTables(database, 'newsletter_subscribers');
  const [early, startedAt] = [visit(), performance.now()];
  await expect.poll(() => listWaiting(database)).toHaveLength(3);
  await expect.poll(() => performance.now() - startedAt).toBeGreaterThan(timeout);
  await release();
  expect(await Promise.all(early)).toEqual(unavailable);
  expect(await rows()).toEqual(before);
  await lockTables(database, 'newsletter_subscribers');
  expect(await Promise.all(visit())).toEqual(unavailable);
  expect(await listWaiting(database)).toEqual([]);
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
