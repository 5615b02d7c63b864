import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrations } from '#server/newsletter/store/migrations.ts';
import { senderTime, type TakenMail } from '#server/newsletter/store/store.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { openDatabase, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store, with a real SQLite file and a real PostgreSQL: the sender, its mails and the tables. */

const nothing = { waiting: 0, oldestSeconds: 0, paused: 0, restingSeconds: 0 };

describe.each(storeKinds)('%s', (kind) => {
  test('one process is the sender until its time is over, it leaves, or the clock is set back', async () => {
    const { store, age, take } = await openStore(kind);
    await store.subscribe(makeRequest());
    expect(await store.becomeSender('a')).toBe('new');
    expect(await store.becomeSender('b')).toBeUndefined();
    expect(await store.findWork('b', [])).toEqual({ queues: ['confirmations'], maySend: false });
    await age(senderTime - 5_000);
    expect(await store.becomeSender('a')).toBe('same');
    await age(senderTime - 5_000);
    expect(await store.becomeSender('b')).toBeUndefined();
    await age(senderTime);
    expect(await store.becomeSender('a')).toBe('same'); // Nobody else has sent.
    await age(senderTime);
    expect(await store.becomeSender('b')).toBe('new');
    expect(await take(['confirmations'], 'hash', 'a')).toBeUndefined();
    await store.leaveSender('a'); // No longer its own.
    expect(await store.becomeSender('a')).toBeUndefined();
    await store.leaveSender('b');
    expect(await store.becomeSender('a')).toBe('new');
    await age(-day);
    expect(await store.becomeSender('b')).toBe('new');
  });

  test('of two processes that start at the same time one becomes the sender', async () => {
    const { store, database } = await openStore(kind);
    const other = database.createStore();
    await other.open();
    const become = await Promise.all([store.becomeSender('a'), other.becomeSender('b')]);
    expect(become.filter((each) => each === 'new')).toHaveLength(1);
  });

  test('a mail that is taken has its next time already, and its outcome changes only this attempt', async () => {
    const { store, age, takeMail, take, end, markSent } = await openStore(kind);
    await store.subscribe(makeRequest());
    const first = await takeMail('first');
    expect(first).toMatchObject({ attempts: 1, refusals: 0 });
    expect(await take()).toBeUndefined();
    await age(minute);
    const second = await takeMail('second'); // The first process was killed, or stands still.
    expect([second.id, second.attempts]).toEqual([first.id, 2]);
    await end(first, 'given-up');
    expect(await store.stats()).toMatchObject({ waiting: 1, givenUp: 0 });
    await store.storeStep(second, { state: 'untried' });
    const third = await takeMail();
    expect([third.attempts, third.age >= minute]).toEqual([2, true]);
    await age(minute);
    await markSent(first);
    expect(await take()).toBeUndefined();
    for (const hash of ['first', 'second']) {
      expect(await store.getConfirmationState(hash)).toBe('confirm'); // The token of each attempt works.
    }
  });

  test('the newest form is first, then repeats by their times; paused editions hide none of them', async () => {
    const { store, age, takeMail, take, end, queueEdition } = await openStore(kind);
    const requests = [makeRequest(), makeRequest(), makeRequest()];
    for (const request of requests) {
      await store.subscribe(request);
      await age(1_000);
    }
    const order: TakenMail[] = [];
    for (const delay of [3 * hour, hour, 2 * hour]) {
      const taken = await takeMail();
      await end(taken, 'waiting', delay);
      order.push(taken);
    }
    expect(order.map(({ subscriberId }) => subscriberId)).toEqual(
      requests.map(({ id }) => id).reverse(),
    );
    await queueEdition({ confirmed: 3 });
    const inEdition = await takeMail();
    await end(inEdition, 'waiting', 0);
    await store.pauseEdition('edition', '550');
    expect(await take()).toBeUndefined();
    await age(3 * hour);
    const repeats = [await takeMail(), await takeMail(), await takeMail()];
    expect(repeats.map(({ id }) => id)).toEqual([1, 2, 0].map((at) => order[at]?.id));
    expect(await take()).toBeUndefined();
    await store.resumeEdition('edition');
    expect((await store.findWork('test', [])).queues).toEqual(['editions']);
    const { id } = await takeMail();
    expect((await store.findWork('test', [id])).queues).toEqual(['editions']);
  });

  const suppressFor = (reason: string) =>
    `INSERT INTO newsletter_suppressions VALUES ('hash of asha@example.com', '${reason}', 1, 1, NULL)`;
  test.each([
    ['is no longer pending', "UPDATE newsletter_subscribers SET status = 'confirmed'", 0],
    ['is gone', 'DELETE FROM newsletter_subscribers', 0],
    ['is suppressed', suppressFor('operator'), 0],
    ['has left before', suppressFor('unsubscribed'), 1],
  ])('right before a confirmation is sent, its reader %s', async (_name, change, count) => {
    const { store, database, take } = await openStore(kind);
    await store.subscribe(makeRequest('asha@example.com'));
    await database.query(change);
    expect(await take()).toEqual(count ? expect.anything() : undefined);
    expect((await store.getBacklog()).waiting).toBe(count);
  });

  test('the backlog has the waiting mails, the oldest untried one, paused editions and the rest of the sender', async () => {
    const { database, store, age, takeMail, end, sendConfirmation, queueEdition } =
      await openStore(kind);
    expect(await store.getBacklog()).toEqual(nothing);
    await store.subscribe(makeRequest());
    await end(await takeMail(), 'waiting', day);
    await age(hour);
    await store.subscribe(makeRequest());
    await age(90_000);
    const oldestSeconds = expect.toSatisfy((seconds) => seconds >= 90 && seconds < 900);
    expect(await store.getBacklog()).toEqual({ ...nothing, waiting: 2, oldestSeconds });
    await sendConfirmation();
    await queueEdition({ confirmed: 3 });
    expect(await store.getBacklog()).toMatchObject({ waiting: 4, oldestSeconds: 0 });
    await store.pauseEdition('edition', '550 5.1.8');
    await store.becomeSender('test');
    for (const code of ['ECONNREFUSED', '451']) {
      await store.storeRest('test', code);
      await age(minute);
    }
    const restingSeconds = expect.toSatisfy((seconds) => seconds >= 120);
    expect(await store.getBacklog()).toEqual({ ...nothing, waiting: 1, paused: 1, restingSeconds });
    expect((await store.getDeliveryProblems()).rest?.code).toBe('451');
    await store.cancelEdition('edition');
    await database.query("DELETE FROM newsletter_mails WHERE state = 'waiting'");
    expect(await store.getBacklog()).toEqual(nothing); // It still rests, but delays nothing.
    await store.storeRest('test', null);
    expect(await store.getBacklog()).toMatchObject({ restingSeconds: 0 });
  });

  test('replicas that start at the same time create the tables once', async () => {
    const database = await openDatabase(kind);
    const stores = Array.from({ length: 4 }, () => database.createStore());
    for (const _round of [1, 2]) await Promise.all(stores.map((store) => store.open()));
    const rows = await database.query('SELECT number FROM newsletter_migrations ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual([...migrations.keys()].map((key) => key + 1));
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
