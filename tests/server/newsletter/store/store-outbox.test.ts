import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { longestWait } from '#server/newsletter/mail/timing.ts';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import {
  insertConfirmed,
  openDatabase,
  storeKinds,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { hashesOf, makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store, with a real SQLite file and a real PostgreSQL: outbox and tables. */

const edition = { subject: 'subject 0', text: 't', html: '<p>t</p>' };

describe.each(storeKinds)('%s', (kind) => {
  test('no other worker can claim a mail until its lease has expired', async () => {
    const { store, age, claimMail, claimNext, giveUp, markSent, postpone, record } =
      await openStore(kind);
    await store.subscribe(makeRequest());
    const first = await claimMail();
    expect(await claimNext()).toBeUndefined();
    await age(60_001);
    const second = await claimMail('hash');
    expect(second).toMatchObject({ id: first.id, attempts: 2 });
    await markSent(first);
    await giveUp(first);
    await record(first, { mail: { state: 'removed' } });
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1, givenUp: 0 });
    await postpone(second, 120_000);
    expect(await claimNext()).toBeUndefined();
    await age(120_000);
    expect((await store.stats()).oldestSeconds).toBeGreaterThanOrEqual(120);
    const third = await claimMail();
    expect(third).toMatchObject({ id: first.id, attempts: 3, rejections: 0 });
    await markSent(third);
    expect(await store.stats()).toMatchObject({ waiting: 0 });
    expect(await store.getConfirmationState('hash')).toBe('confirm'); // The token of each attempt works.
  });

  test.each([
    ['back by an hour', -hour],
    ['back by a year', -365 * day],
    ['forward by two days', 2 * day],
  ])('when the clock jumps %s, a waiting mail still becomes due', async (_name, time) => {
    const { store, age, claimMail, claimNext, postpone } = await openStore(kind);
    await store.subscribe(makeRequest());
    await postpone(await claimMail(), 60_000);
    await age(time);
    await store.limitWaits(longestWait);
    if (time === -hour) await age(hour + 60_000); // It may wait for this time.
    expect(await claimNext()).toMatchObject({ attempts: 2 });
  });

  test('the backlog has the waiting and paused mails and the longest wait, without bounces', async () => {
    const { store, database, age, claimMail, postpone, sendConfirmation } = await openStore(kind);
    const none = { paused: 0, waiting: 0, oldestSeconds: 0 };
    expect(await store.getBacklog()).toEqual(none);
    await store.subscribe(makeRequest());
    await age(90_000);
    await store.subscribe(makeRequest());
    await store.pause('edition', '550 5.1.8');
    const oldestSeconds = expect.toSatisfy((seconds) => seconds >= 90);
    expect(await store.getBacklog()).toEqual({ paused: 1, waiting: 2, oldestSeconds });
    await postpone(await claimMail(), 60_000);
    expect(await store.resume()).toBe(1);
    await sendConfirmation();
    expect(await store.getBacklog()).toMatchObject({ waiting: 1 }); // Sent mails are not counted.
    const ids = `SELECT subscriber_id FROM newsletter_outbox WHERE state = 'waiting'`;
    await database.query(`UPDATE newsletter_subscribers SET bounce_days = 1 WHERE id IN (${ids})`);
    expect(await store.getBacklog()).toEqual(none);
  });

  test('an edition is queued once for each confirmed subscriber, however often it is sent', async () => {
    const { store, database, claimMail, claimNext, markSent } = await openStore(kind);
    await insertConfirmed(database, 5);
    await store.subscribe(makeRequest()); // pending, so without a mail
    for (let round = 0; round < 2; round += 1) {
      let afterId: string | undefined = '';
      await store.addEdition({ ...edition, id: 'i', subject: `subject ${round}` });
      while (afterId !== undefined) afterId = await store.queueEdition('i', afterId, 2);
      expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 0 });
    }
    expect((await claimMail()).kind).toBe('confirmation');
    const addresses: string[] = [];
    for (let mail = await claimNext(); mail; mail = await claimNext()) {
      expect(mail).toMatchObject({ ...edition, kind: 'edition', batch: 'i' });
      addresses.push(mail.address);
      await markSent(mail);
    }
    expect(addresses.sort()).toEqual([0, 1, 2, 3, 4].map((each) => `reader-${each}@example.com`));
    await store.queueEdition('i', '', 50);
    expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 5 });
  });

  test('resume makes all given-up mails due, also more than one statement can change', async () => {
    const { store, database, queueEdition } = await openStore(kind);
    await queueEdition({ confirmed: 5_001 });
    await database.query("UPDATE newsletter_outbox SET state = 'given-up'");
    expect(await store.resume()).toBe(5_001);
    expect(await store.getBacklog()).toMatchObject({ waiting: 5_001 });
  });

  test('the age of a mail counts from its first attempt, and resume resets it', async () => {
    const { store, age, claimMail, giveUp, postpone } = await openStore(kind);
    await store.subscribe(makeRequest());
    await age(30 * day); // It has waited for other mails.
    const first = await claimMail();
    expect(first.age).toBeLessThan(minute);
    await postpone(first);
    await age(11 * day);
    const second = await claimMail();
    expect(second.age).toBeGreaterThanOrEqual(11 * day);
    await giveUp(second);
    expect(await store.stats()).toMatchObject({ givenUp: 1 });
    expect(await store.resume()).toBe(1);
    expect((await claimMail()).age).toBeLessThan(minute);
  });

  test('thirty days after its last attempt an edition is closed with its pause, its waiting mails are given up, and it is never queued again', async () => {
    const { store, database, age, claimMail, claimNext, giveUp, postpone, queueEdition } =
      await openStore(kind);
    const count = 1_001; // more than one statement deletes
    await queueEdition({ confirmed: count });
    await age(40 * day);
    await database.query(`UPDATE newsletter_outbox SET state = 'sent'`);
    await queueEdition({ confirmed: 3, name: 'late' });
    await giveUp(await claimMail());
    await postpone(await claimMail(), minute);
    await store.pause('edition', '550');
    await age(29 * day);
    expect(await store.closeEditions(30 * day)).toEqual([]);
    const [open] = await store.listEditions();
    const counts = { sent: count, waiting: 2, givenUp: 1 };
    expect(open).toMatchObject({ subject: 'Monsoon letter', ...counts });
    expect(await store.findClosing('edition')).toBeUndefined();
    await age(2 * day);
    const closed = await store.closeEditions(30 * day);
    expect(closed).toMatchObject([{ id: 'edition', subject: 'Monsoon letter', unsent: 2 }]);
    expect(await claimNext()).toBeUndefined(); // The pause holds them until they are deleted.
    expect(await store.deleteClosedMails()).toBe(count + 3);
    expect(await store.listEditions()).toEqual([]);
    expect(await store.listUnsent()).toEqual(closed);
    const closedAt = (await store.findClosing('edition')) ?? 0;
    expect(Math.abs(closedAt - Date.now())).toBeLessThan(minute);
    await queueEdition();
    const none = { confirmed: count + 3, queued: 0, sent: 0 };
    expect(await store.countRecipients('edition')).toEqual(none);
    expect(await store.getBacklog()).toMatchObject({ paused: 0, waiting: 0 });
  });

  test('replicas that start at the same time create the tables once', async () => {
    const database = await openDatabase(kind);
    const stores = Array.from({ length: 4 }, () => database.createStore());
    for (const _round of [1, 2]) await Promise.all(stores.map((store) => store.open()));
    const rows = await database.query('SELECT number FROM newsletter_migrations ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual([...migrations.keys()].map((key) => key + 1));
  });

  test('tables of an earlier version are migrated with their rows, and the earlier program rejects newer tables', async () => {
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

test('other users cannot read the SQLite files, also if they could before', async () => {
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
