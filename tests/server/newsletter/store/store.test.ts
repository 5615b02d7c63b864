import { describe, expect, test } from 'vitest';
import { age, storeKinds, useDatabases } from '../../../helpers/newsletter-stores.ts';
import {
  addConfirmed,
  day,
  hashesOf,
  hashOf,
  makeId,
  makeRequest,
  openStoreIn,
  sendConfirmation,
} from '../../../helpers/store-contract.ts';

/* The contract of a store: subscribers. Outbox and tables are in store-outbox.test.ts. */

describe.each(storeKinds)('%s', (kind) => {
  const createDatabase = useDatabases(kind);
  const openStore = () => openStoreIn(createDatabase);

  test('a new subscriber is pending and one mail is waiting for it', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const found = await store.findSubscriber(request.key);
    const { id, address, consent } = request;
    expect(found).toMatchObject({ id, address, consent, status: 'pending', confirmedAt: null });
    expect(Math.abs((found?.requestedAt ?? 0) - Date.now())).toBeLessThan(10_000);
    expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 0, waiting: 1 });
    const [mail, ...others] = await store.claim(5, 60_000, 'lease');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'confirmation', subscriberId: request.id, attempts: 1 });
  });

  test('asking twice before the mail has gone makes one subscriber and one mail', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    await store.subscribe({ ...request, id: makeId(), address: request.key, consent: 'v2' });
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1 });
    const { id } = request;
    expect(await store.findSubscriber(request.key)).toMatchObject({ id, consent: 'v2' });
    // The wording of a consent stays what it was.
    await store.addConsent('v1', 'I agree');
    await store.addConsent('v1', 'something else');
    expect(await store.findConsent('v1')).toBe('I agree');
  });

  test('who asks again gets a new mail where the first was given up, and at once where it waits', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const take = async (leaseId: string) => (await store.claim(5, 60_000, leaseId))[0];
    const first = await take('first');
    if (!first) throw new Error('Nothing was claimed');
    // While it is being sent, asking again changes nothing.
    await store.subscribe(request);
    expect(await take('nobody')).toBeUndefined();
    await store.postpone(first, 'first', 12 * 3_600_000);
    expect(await take('nobody')).toBeUndefined();
    await store.subscribe(request);
    const second = await take('second');
    expect(second).toMatchObject({ id: first.id, attempts: 1 });
    await store.postpone(first, 'second', undefined);
    expect(await store.stats()).toMatchObject({ waiting: 0, givenUp: 1 });
    await store.subscribe(request);
    expect(await store.stats()).toMatchObject({ waiting: 1, givenUp: 0 });
    const third = await take('third');
    expect(third).toMatchObject({ subscriberId: request.id, attempts: 1 });
    expect(third?.id).not.toBe(first.id); // Another Message-ID: it is another mail.
  });

  test('a confirmed subscriber who asks again stays confirmed and gets no mail', async () => {
    const { store } = await openStore();
    const [key = ''] = await addConfirmed(store, 1);
    const before = await store.findSubscriber(key);
    await store.subscribe({ ...makeRequest(key), consent: 'v2' });
    expect(await store.findSubscriber(key)).toEqual(before);
    expect(await store.stats()).toMatchObject({ confirmed: 1, pending: 0, waiting: 0 });
  });

  test('the tokens of all mails confirm once, say so the second time, and keep both times', async () => {
    const { store, database } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const first = await sendConfirmation(store);
    await store.subscribe(request);
    const second = await sendConfirmation(store);
    await age(database, day);
    expect(await store.confirm(first, hashesOf)).toBe('confirmed');
    for (const hash of [first, second]) {
      expect(await store.confirm(hash, hashesOf)).toBe('already-confirmed');
    }
    const found = await store.findSubscriber(request.key);
    expect((found?.confirmedAt ?? 0) - (found?.requestedAt ?? 0)).toBeGreaterThanOrEqual(day);
  });

  test('two clicks at the same time confirm once', async () => {
    const { store, database } = await openStore();
    const other = database.createStore();
    await other.open();
    await store.subscribe(makeRequest());
    const hash = await sendConfirmation(store);
    const outcomes = await Promise.all(
      [store, other, store, other].map((each) => each.confirm(hash, hashesOf)),
    );
    expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already-confirmed')).toHaveLength(3);
  });

  test('who leaves is gone, with the mails, and only a hash stays', async () => {
    const { store, database } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const hash = await sendConfirmation(store);
    await store.subscribe(request);
    const leaving = { reason: 'unsubscribed', hashOf } as const;
    expect(await store.remove({ id: request.id }, leaving)).toBe(true);
    expect(await store.remove({ id: request.id }, leaving)).toBe(false);
    expect(await store.confirm(hash, hashesOf)).toBe('link-expired');
    const rest = { pending: 0, waiting: 0, suppressed: { unsubscribed: 1 } };
    expect(await store.stats()).toMatchObject(rest);
    for (const table of ['subscribers', 'confirmations', 'outbox']) {
      expect(await database.query(`SELECT * FROM newsletter_${table}`)).toEqual([]);
    }
  });

  test('who has left can come back, and confirming lifts the suppression', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.suppress(request.key, `old hash of ${request.key}`, 'unsubscribed');
    await store.subscribe(request);
    expect(await store.findSuppression(request.hashes)).toBe('unsubscribed');
    expect(await store.confirm(await sendConfirmation(store), hashesOf)).toBe('confirmed');
    expect(await store.findSuppression(request.hashes)).toBeUndefined();
  });

  test.each(['bounced', 'operator'] as const)(
    'nothing is stored for an address that is suppressed: %s',
    async (reason) => {
      const { store } = await openStore();
      const request = makeRequest();
      await store.subscribe(request);
      await store.suppress(request.key, hashOf(request.key), reason);
      await store.suppress(request.key, hashOf(request.key), 'unsubscribed');
      await store.subscribe(request);
      expect(await store.findSubscriber(request.key)).toBeUndefined();
      expect(await store.findSuppression(request.hashes)).toBe(reason);
      expect(await store.stats()).toMatchObject({ pending: 0, waiting: 0 });
      expect(await store.liftSuppression(request.hashes)).toBe(true);
      expect(await store.liftSuppression(request.hashes)).toBe(false);
      await store.subscribe(request);
      expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1 });
    },
  );

  test('a limit holds for its window, whichever replica counts', async () => {
    const { store, database } = await openStore();
    const other = database.createStore();
    await other.open();
    const limits = [
      { key: 'network', max: 5, window: 60_000 },
      { key: 'overall', max: 3, window: 3_600_000 },
    ];
    const waits: (number | undefined)[] = [];
    for (const each of [store, other, store, other, store]) waits.push(await each.count(limits));
    expect(waits.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(3_500_000);
      expect(wait).toBeLessThanOrEqual(3_600_000);
    }
    expect(await other.count(limits)).toBeLessThanOrEqual(60_000);
    await age(database, 60_001);
    expect(await store.count([{ key: 'network', max: 1, window: 1_000 }])).toBeUndefined();
    await age(database, 3_600_000);
    expect(await store.count(limits)).toBeUndefined();
    // Many at once are counted exactly.
    const many = [{ key: 'k', max: 10, window: 60_000 }];
    const all = await Promise.all(Array.from({ length: 25 }, () => store.count(many)));
    expect(all.filter((wait) => wait === undefined)).toHaveLength(10);
  });

  test('unconfirmed subscribers go after their time, confirmed ones stay', async () => {
    const { store, database } = await openStore();
    await addConfirmed(store, 2);
    await store.subscribe(makeRequest());
    await store.count([{ key: 'k', max: 1, window: 1_000 }]);
    await age(database, 30 * day - 60_000);
    expect(await store.tidy(30 * day, day)).toEqual({ removed: 0, isHeld: false });
    await age(database, 60_001);
    expect(await store.tidy(30 * day, day)).toEqual({ removed: 1, isHeld: false });
    expect(await store.stats()).toMatchObject({ pending: 0, confirmed: 2, waiting: 0 });
    expect(await database.query('SELECT * FROM newsletter_limits')).toEqual([]);
  });

  test('a clock that jumps by a month and is set right again removes nobody', async () => {
    const { store, database } = await openStore();
    const move = async (time: number) => {
      await age(database, time);
      await database.query(
        `UPDATE newsletter_tidying SET tidied_at = tidied_at - ${time}, deletes_from = deletes_from - ${time}`,
      );
    };
    await store.subscribe(makeRequest());
    expect(await store.tidy(30 * day, day)).toEqual({ removed: 0, isHeld: false });
    await move(31 * day);
    for (let round = 0; round < 3; round += 1) {
      expect(await store.tidy(30 * day, day)).toEqual({ removed: 0, isHeld: true });
      await move(day / 24);
    }
    await move(-31 * day - 3 * (day / 24));
    expect(await store.tidy(30 * day, day)).toEqual({ removed: 0, isHeld: true });
    // A day later all is as before, and who is really old goes.
    for (const part of [0.6, 0.6]) {
      await move(part * day);
      await store.tidy(30 * day, day);
    }
    await age(database, 29 * day);
    expect(await store.tidy(30 * day, day)).toEqual({ removed: 1, isHeld: false });
  });

  test('the list of subscribers goes on behind the last one', async () => {
    const { store } = await openStore();
    const keys = await addConfirmed(store, 5);
    const first = await store.listSubscribers('', 3);
    const rest = await store.listSubscribers(first.at(-1)?.id ?? '', 3);
    expect([...first, ...rest].map(({ key }) => key).sort()).toEqual(keys.toSorted());
  });
});
