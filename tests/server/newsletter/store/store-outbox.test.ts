import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrations } from '#server/newsletter/store/migrations.ts';
import type { NewsletterStore } from '#server/newsletter/store/store.ts';
import { age, storeKinds, useDatabases } from '../../../helpers/newsletter-stores.ts';
import {
  addConfirmed,
  day,
  hashesOf,
  hashOf,
  makeRequest,
  openStoreIn,
  sendConfirmation,
} from '../../../helpers/store-contract.ts';

/* THE CONTRACT of a store, run against a real SQLite file and a real PostgreSQL: outbox and tables. */

/** Claims the only mail that is due. */
async function claimOne(store: NewsletterStore, leaseId: string) {
  const [mail, ...others] = await store.claim(1, 60_000, leaseId);
  if (!mail || others.length > 0) throw new Error('Nothing was claimed');
  return mail;
}

const token = { hash: 'x', lifetime: day };
const edition = { id: 'i', subject: 's', text: 't', html: null };

describe.each(storeKinds)('%s', (kind) => {
  const createDatabase = useDatabases(kind);
  const openStore = () => openStoreIn(createDatabase);

  test('a taken mail is nobody else’s until its lease is over', async () => {
    const { store, database } = await openStore();
    await store.subscribe(makeRequest());
    const mail = await claimOne(store, 'first');
    expect(await store.claim(5, 60_000, 'second')).toEqual([]);
    await age(database, 60_001);
    expect(await claimOne(store, 'second')).toMatchObject({ id: mail.id, attempts: 2 });
    expect(await store.begin(mail, 'first', 60_000, token)).toBe(false);
    await store.markSent(mail, 'first');
    await store.postpone(mail, 'first', undefined);
    expect(await store.stats()).toMatchObject({ waiting: 1, givenUp: 0 });
    expect(await store.begin(mail, 'second', 60_000, token)).toBe(true);
    await store.markSent(mail, 'second');
    expect(await store.stats()).toMatchObject({ waiting: 0 });
  });

  test('a mail that was given back is due at once, a postponed one later', async () => {
    const { store, database } = await openStore();
    await store.subscribe(makeRequest());
    const mail = await claimOne(store, 'a');
    await store.release([mail], 'a');
    const again = await claimOne(store, 'b');
    expect(again).toMatchObject({ id: mail.id, attempts: 1 });
    await store.postpone(again, 'b', 120_000);
    expect(await store.claim(1, 60_000, 'c')).toEqual([]);
    await age(database, 120_000);
    expect(await store.claim(1, 60_000, 'c')).toMatchObject([{ id: mail.id, attempts: 2 }]);
    expect((await store.stats()).oldestSeconds).toBeGreaterThanOrEqual(120);
  });

  test('the backlog that the metrics ask for is that of the statistics', async () => {
    const { store, database } = await openStore();
    expect(await store.getBacklog()).toEqual({ paused: 0, waiting: 0, oldestSeconds: 0 });
    await store.subscribe(makeRequest());
    await age(database, 90_000);
    await store.subscribe(makeRequest());
    const { waiting, oldestSeconds } = await store.getBacklog();
    expect(waiting).toBe(2);
    expect(oldestSeconds).toBeGreaterThanOrEqual(90);
    expect(await store.stats()).toMatchObject({ waiting });
    await store.pause('issue', '550 5.1.8');
    expect(await store.getBacklog()).toMatchObject({ paused: 1, waiting });
    expect(await store.stats()).toMatchObject({ paused: 1 });
    await store.resume();
    await sendConfirmation(store);
    await sendConfirmation(store);
    expect(await store.getBacklog()).toEqual({ paused: 0, waiting: 0, oldestSeconds: 0 });
  });

  test('an edition is queued once for each confirmed subscriber, however often it is sent', async () => {
    const { store } = await openStore();
    const keys = await addConfirmed(store, 5);
    await store.addEdition(edition);
    await store.addEdition({ ...edition, subject: 'never' });
    expect(await store.findEdition('i')).toEqual(edition);
    expect(await store.findEdition('j')).toBeUndefined();
    await store.subscribe(makeRequest()); // pending: gets none
    for (let round = 0; round < 2; round += 1) {
      let after: string | undefined = '';
      while (after !== undefined) after = await store.queueEdition('i', after, 2);
      expect(await store.countRecipients('i')).toMatchObject({ confirmed: 5, queued: 5 });
    }
    const mails = await store.claim(50, 60_000, 'lease');
    expect(mails[0]?.kind).toBe('confirmation');
    const editions = mails.slice(1);
    expect(editions.map(({ key }) => key).sort()).toEqual(keys.toSorted());
    for (const mail of editions) {
      expect(await store.begin(mail, 'lease', 60_000, undefined)).toBe(true);
      await store.markSent(mail, 'lease');
    }
    await store.queueEdition('i', '', 50);
    expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 5 });
  });

  test('who leaves while an edition is being sent does not get it', async () => {
    const { store } = await openStore();
    await addConfirmed(store, 1);
    await store.addEdition(edition);
    await store.queueEdition('i', '', 10);
    const mail = await claimOne(store, 'lease');
    await store.remove({ id: mail.subscriberId }, { reason: 'unsubscribed', hashOf });
    expect(await store.begin(mail, 'lease', 60_000, undefined)).toBe(false);
  });

  test('replicas that boot together make the tables once', async () => {
    const database = await createDatabase();
    const stores = Array.from({ length: 4 }, () => database.createStore());
    await Promise.all(stores.map((store) => store.open()));
    await Promise.all(stores.map((store) => store.open()));
    const rows = await database.query('SELECT number FROM newsletter_migrations ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number));
  });

  test.each(migrations.slice(0, -1))(
    'the tables of version $number are brought up to date with what they hold',
    async ({ number }) => {
      const database = await createDatabase();
      const old = database.createStore({ migrations: migrations.slice(0, number) });
      await old.open();
      await database.query(
        `INSERT INTO newsletter_subscribers
           (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)
         VALUES ('one', 'One@example.com', 'one@example.com', 'pending', 1000, NULL, 1000, 'v1'),
                ('two', 'Two@example.com', 'two@example.com', 'confirmed', 1000, 2000, 1000, 'v1')`,
      );
      if (number >= 2) {
        await database.query(
          `INSERT INTO newsletter_outbox
           (id, kind, issue_id, subscriber_id, state, attempts, lease, due_at, created_at)
         VALUES ('one-1', 'confirmation', NULL, 'one', 'waiting', 0, NULL, 1000, 1000)`,
        );
      }
      const store = database.createStore();
      await store.open();
      expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 1, waiting: 1 });
      expect(await store.findSubscriber('two@example.com')).toMatchObject({ confirmedAt: 2000 });
      expect(await store.confirm(await sendConfirmation(store), hashesOf)).toBe('confirmed');
      await expect(old.open()).rejects.toThrow(/run the newer program/);
    },
  );
});

describe('SQLite, which one machine has for itself', () => {
  const createDatabase = useDatabases('SQLite');

  test('opening it frees what a dead process held, and never what a living one holds', async () => {
    const database = await createDatabase();
    const [living, ended] = [database.createStore(), database.createStore()];
    await Promise.all([living.open(), ended.open()]);
    await living.subscribe(makeRequest());
    await living.subscribe(makeRequest());
    const mine = await claimOne(living, 'mine');
    const other = await claimOne(ended, 'other');
    const third = database.createStore();
    await third.open();
    expect(await third.claim(5, 60_000, 'third')).toEqual([]);
    await ended.close(); // As its end would: the kernel takes the lock away.
    const fourth = database.createStore();
    await fourth.open();
    expect(await fourth.claim(5, 60_000, 'fourth')).toMatchObject([{ id: other.id, attempts: 2 }]);
    expect(await living.begin(mine, 'mine', 60_000, token)).toBe(true);
    await Promise.all([living, third, fourth].map((store) => store.close()));
    const files = readdirSync(database.place.dataDirectory);
    expect(files.filter((name) => name.includes('worker'))).toEqual([]);
  });

  test('neither the database nor its companions can be read by others, also if they could before', async () => {
    const database = await createDatabase();
    const file = join(database.place.dataDirectory, 'newsletter.sqlite');
    const modes = () =>
      [file, `${file}-wal`, `${file}-shm`].map((each) => (statSync(each).mode & 0o007).toString(8));
    const umask = process.umask(0o000);
    try {
      const store = database.createStore();
      await store.open();
      await store.subscribe(makeRequest());
      expect(modes()).toEqual(['0', '0', '0']);
      await store.close();
      chmodSync(file, 0o664);
      const again = database.createStore();
      await again.open();
      await again.subscribe(makeRequest());
      expect(modes()).toEqual(['0', '0', '0']);
      expect(statSync(file).mode & 0o777).toBe(0o660);
      await again.close();
    } finally {
      process.umask(umask);
    }
  });
});

describe('PostgreSQL', () => {
  const createDatabase = useDatabases('PostgreSQL');

  test('a migration may take longer than any visitor would wait, for those that wait for it too', async () => {
    const database = await createDatabase();
    const number = (migrations.at(-1)?.number ?? 0) + 1;
    const slow = [...migrations, { number, name: 'slow', sql: 'SELECT pg_sleep(1);' }];
    const options = { migrations: slow, queryTimeout: 500 };
    const stores = [database.createStore(options), database.createStore(options)];
    await Promise.all(stores.map((store) => store.open()));
    const rows = await database.query('SELECT MAX(number) AS latest FROM newsletter_migrations');
    expect(rows).toEqual([{ latest: number }]);
  });
});
