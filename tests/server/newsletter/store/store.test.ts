import { describe, expect, test } from 'vitest';
import { day, hour, minute } from '#shared/dates/durations.ts';
import {
  findSubscriber,
  type StoreKind,
  storeKinds,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import {
  hashesOf,
  hashOf,
  makeRequest,
  openStore,
} from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store: subscribers. store-outbox.test.ts tests outbox and tables. */

describe.each(storeKinds)('%s', (kind) => {
  test('a new subscriber is pending and has one waiting mail, also after two requests', async () => {
    const { store, database, claimMail, claimNext } = await openStore(kind);
    const request = makeRequest();
    await store.subscribe(request);
    const { id, address } = request;
    const found = await findSubscriber(store, address);
    const pending = { id, address, consent: 'v1', status: 'pending', confirmedAt: null };
    expect(found).toMatchObject(pending);
    expect(Math.abs((found?.requestedAt ?? 0) - Date.now())).toBeLessThan(10_000);
    const again = { address: request.key, consent: 'v2' }; // The latest spelling.
    await store.subscribe({ ...request, ...again, id: 'another' });
    expect(await findSubscriber(store, address)).toMatchObject({ ...again, id });
    expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 0, waiting: 1 });
    const mail = { kind: 'confirmation', batch: 'confirmation', subscriberId: id, attempts: 1 };
    expect(await claimMail()).toMatchObject(mail);
    expect(await claimNext()).toBeUndefined();
    // The version of the consent does not change.
    for (const text of ['I agree', 'something else']) await store.addConsent('v1', text);
    const consents = await database.query('SELECT version, text FROM newsletter_consents');
    expect(consents).toEqual([{ version: 'v1', text: 'I agree' }]);
  });

  test('a second request sends a new mail if the first was given up, and makes a waiting mail due', async () => {
    const { store, claimMail, claimNext, postpone, giveUp } = await openStore(kind);
    const request = makeRequest();
    await store.subscribe(request);
    const first = await claimMail();
    await store.subscribe(request); // While it is being sent, a second request changes nothing.
    expect(await claimNext()).toBeUndefined();
    await postpone(first, 12 * hour);
    expect(await claimNext()).toBeUndefined();
    await store.subscribe(request);
    const second = await claimMail();
    expect(second).toMatchObject({ id: first.id, attempts: 1 });
    await giveUp(second);
    expect(await store.stats()).toMatchObject({ waiting: 0, givenUp: 1 });
    await store.subscribe(request);
    expect(await store.stats()).toMatchObject({ waiting: 1, givenUp: 0 });
    const third = await claimMail();
    expect(third).toMatchObject({ subscriberId: request.id, attempts: 1 });
    expect(third.id).not.toBe(first.id); // It is another mail, with another Message-ID.
  });

  test('the tokens of all mails confirm once, say so the second time, and keep both times', async () => {
    const { store, age, sendConfirmation } = await openStore(kind);
    const request = makeRequest();
    await store.subscribe(request);
    const first = await sendConfirmation();
    await store.subscribe(request);
    const second = await sendConfirmation();
    // A third waiting mail is removed, the mails to two others are not.
    for (const each of [request, makeRequest(), makeRequest()]) await store.subscribe(each);
    await age(day);
    expect(await store.confirm(first, hashesOf)).toBe('confirmed');
    for (const hash of [first, second]) {
      expect(await store.confirm(hash, hashesOf)).toBe('already-confirmed');
    }
    const found = await findSubscriber(store, request.address);
    expect((found?.confirmedAt ?? 0) - (found?.requestedAt ?? 0)).toBeGreaterThanOrEqual(day);
    // After another request the subscriber stays confirmed and gets no mail.
    await store.subscribe({ ...request, id: 'another', address: request.key, consent: 'v2' });
    expect(await findSubscriber(store, request.address)).toEqual(found);
    expect(await store.stats()).toMatchObject({ confirmed: 1, pending: 2, waiting: 2 });
  });

  test('two clicks at the same time confirm once', async () => {
    const { store, database, sendConfirmation } = await openStore(kind);
    const other = database.createStore();
    await other.open();
    const twice = ['already-confirmed', 'already-confirmed', 'already-confirmed', 'confirmed'];
    // The first round opens the connections, one after the other.
    for (let round = 0; round < 4; round += 1) {
      await store.subscribe(makeRequest());
      const hash = await sendConfirmation();
      const clicks = [store, other, store, other].map((each) => each.confirm(hash, hashesOf));
      expect((await Promise.all(clicks)).sort()).toEqual(twice);
    }
  });

  test('nothing is stored for an address that the operator has suppressed, until the suppression is lifted', async () => {
    const { store } = await openStore(kind);
    const request = makeRequest();
    const { key } = request;
    const unsubscribe = () => store.unsubscribe(key, hashOf(key));
    await store.subscribe(request);
    await unsubscribe();
    await store.subscribe(request);
    await store.suppress(key, hashOf(key));
    await unsubscribe();
    await store.subscribe(request);
    const rest = { pending: 0, waiting: 0, suppressed: { unsubscribed: 0, operator: 1 } };
    expect(await store.stats()).toMatchObject(rest);
    for (const isThere of [true, false]) {
      expect(await store.liftSuppression(request.hashes)).toBe(isThere);
    }
    await store.subscribe(request);
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1 });
  });

  test('a limit applies for its window, in all replicas together', async () => {
    const { store, database, age } = await openStore(kind);
    const other = database.createStore();
    await other.open();
    const limits = [
      { key: 'network', max: 5, window: minute },
      { key: 'overall', max: 3, window: hour },
    ];
    const waits: (number | undefined)[] = [];
    for (const each of [store, other, store, other, store]) waits.push(await each.count(limits));
    const anHour = expect.toSatisfy((wait) => wait > 3_500_000 && wait <= hour);
    expect(waits).toEqual([undefined, undefined, undefined, anHour, anHour]);
    expect(await other.count(limits)).toBeLessThanOrEqual(minute);
    // A request that a narrow limit rejects does not count for a wide one.
    const wide = { key: 'wide', max: 2, window: hour };
    const both = [{ key: 'narrow', max: 1, window: minute }, wide];
    for (const isAllowed of [true, false, false]) {
      expect((await store.count(both)) === undefined).toBe(isAllowed);
    }
    expect(await store.count([wide])).toBeUndefined();
    // It adds no row, whichever limit rejects it, and rows that are there count it.
    const stored = () => database.query('SELECT key, hits FROM newsletter_limits ORDER BY key');
    const before = await stored();
    const first = { key: 'first', max: 9, window: hour };
    const submission = { owner: 'o', key: 's', lifetime: hour };
    await store.count([first, ...both, { ...first, key: 'last' }], submission);
    const counted = before.map(({ key, hits }) => ({
      key,
      hits: Number(hits) + +(key === 'narrow'),
    }));
    expect(await stored()).toEqual(counted);
    expect(await database.query('SELECT * FROM newsletter_submissions')).toEqual([]);
    const one = [{ key: 'network', max: 1, window: minute }];
    await age(45_000); // The window ends in 15 seconds, less the time of the test.
    expect(await store.count(one)).toBeLessThanOrEqual(15_000);
    await age(15_000);
    expect(await store.count(one)).toBeUndefined();
    await age(hour);
    expect(await store.count(limits)).toBeUndefined();
    // A clock that is set back or forward blocks nobody, and the limit counts again.
    for (const time of [-365 * day, 25 * hour]) {
      const twice = [{ key: `${time}`, max: 2, window: day }];
      for (const jump of [0, time]) {
        await age(jump);
        for (const isAllowed of [true, true, false]) {
          expect((await store.count(twice)) === undefined).toBe(isAllowed);
        }
      }
    }
    const many = [{ key: 'k', max: 10, window: minute }]; // Concurrent requests are counted exactly.
    const all = await Promise.all(Array.from({ length: 25 }, () => store.count(many)));
    expect(all.filter((wait) => wait === undefined)).toHaveLength(10);
  });

  test('a clock that jumps by a month and is corrected removes nobody', async () => {
    const { store, purge, move } = await openPurged(kind);
    await store.subscribe(makeRequest());
    expect(await purge()).toBe(0);
    await move(31 * day);
    for (let round = 0; round < 3; round += 1) {
      expect(await purge()).toBe('held');
      await move(hour);
    }
    await move(-31 * day - 3 * hour);
    expect(await purge()).toBe('held');
    await move(day - minute);
    expect(await purge()).toBe('held');
    // A day later everything works as before, and really old subscribers are removed.
    await move(minute);
    expect(await purge()).toBe(0);
    for (let days = 0.6; days < 30; days += 0.6) {
      await move(0.6 * day);
      await purge();
    }
    expect((await store.stats()).pending).toBe(0);
  });

  test('a machine that runs once in two days removes old subscribers at every second run', async () => {
    const { store, purge, move } = await openPurged(kind);
    await purge();
    for (const _round of [1, 2]) {
      await store.subscribe(makeRequest());
      await move(2 * day);
      expect(await purge()).toBe('held');
      await store.subscribe(makeRequest());
      await move(31 * day);
      expect(await purge()).toBe(2);
    }
  });

  test('a large deletion lets other work run between its chunks', async () => {
    const { store, database } = await openStore(kind);
    const digits = '(SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4)';
    const tables = ['a', 'b', 'c', 'd', 'e'].map((name) => `${digits} ${name}`).join(', ');
    const key = "a.n || '-' || b.n || '-' || c.n || '-' || d.n || '-' || e.n";
    const rows = `INSERT INTO newsletter_limits (key, hits, ends_at) SELECT ${key}, 1, 5 FROM ${tables}`;
    await database.query(rows); // 5^5 = 3,125: with doubled sizes six chunks
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    await store.deleteCounters();
    isOver = true;
    expect(turns).toBeGreaterThan(5);
    expect(await database.query('SELECT * FROM newsletter_limits')).toEqual([]);
  });
});

/** A store whose clock a test moves, and its deletion of unconfirmed subscribers after 30 days. */
async function openPurged(kind: StoreKind) {
  const { store, database, age } = await openStore(kind);
  return {
    store,
    async purge() {
      if ((await store.beginPurge()) !== null) return 'held';
      return store.removeUnconfirmed(30 * day);
    },
    async move(time: number) {
      await age(time);
      const changes = `purged_at = purged_at - ${time}, deletes_from = deletes_from - ${time}`;
      await database.query(`UPDATE newsletter_retention SET ${changes}`);
    },
  };
}
