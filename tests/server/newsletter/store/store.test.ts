import { describe, expect, test } from 'vitest';
import { day } from '#shared/durations.ts';
import { age, findSubscriber, storeKinds } from '../../../helpers/newsletter-stores.ts';
import {
  claimMail,
  claimNext,
  hashesOf,
  hashOf,
  makeId,
  makeRequest,
  openStore,
  sendConfirmation,
} from '../../../helpers/store-contract.ts';

/* The contract of a store: subscribers. Outbox and tables are in store-outbox.test.ts. */

describe.each(storeKinds)('%s', (kind) => {
  test('a new subscriber is pending and one mail is waiting for it, also after asking twice', async () => {
    const { store, database } = await openStore(kind);
    const request = makeRequest();
    await store.subscribe(request);
    const { id, address } = request;
    const found = await findSubscriber(store, address);
    expect(found).toMatchObject({ id, address, consent: 'v1', status: 'pending' });
    expect(found?.confirmedAt).toBe(null);
    expect(Math.abs((found?.requestedAt ?? 0) - Date.now())).toBeLessThan(10_000);
    await store.subscribe({ ...request, id: makeId(), address: request.key, consent: 'v2' });
    const again = { id, address: request.key, consent: 'v2' }; // As it was entered last.
    expect(await findSubscriber(store, address)).toMatchObject(again);
    expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 0, waiting: 1 });
    const mail = { kind: 'confirmation', batch: 'confirmation', subscriberId: id, attempts: 1 };
    expect(await claimMail(store)).toMatchObject(mail);
    expect(await claimNext(store)).toBeUndefined();
    // The wording of a consent stays what it was.
    for (const text of ['I agree', 'something else']) await store.addConsent('v1', text);
    const consents = await database.query('SELECT version, text FROM newsletter_consents');
    expect(consents).toEqual([{ version: 'v1', text: 'I agree' }]);
  });

  test('who asks again gets a new mail where the first was given up, and at once where it waits', async () => {
    const { store } = await openStore(kind);
    const request = makeRequest();
    const failure = { code: '450', isRejection: false };
    await store.subscribe(request);
    const first = await claimMail(store);
    // While it is being sent, asking again changes nothing.
    await store.subscribe(request);
    expect(await claimNext(store)).toBeUndefined();
    await store.postpone(first, 12 * 3_600_000, failure);
    expect(await claimNext(store)).toBeUndefined();
    await store.subscribe(request);
    const second = await claimMail(store);
    expect(second).toMatchObject({ id: first.id, attempts: 1 });
    await store.postpone(second, undefined, failure);
    expect(await store.stats()).toMatchObject({ waiting: 0, givenUp: 1 });
    await store.subscribe(request);
    expect(await store.stats()).toMatchObject({ waiting: 1, givenUp: 0 });
    const third = await claimMail(store);
    expect(third).toMatchObject({ subscriberId: request.id, attempts: 1 });
    expect(third.id).not.toBe(first.id); // Another Message-ID: it is another mail.
  });

  test('the tokens of all mails confirm once, say so the second time, and keep both times', async () => {
    const { store, database } = await openStore(kind);
    const request = makeRequest();
    await store.subscribe(request);
    const first = await sendConfirmation(store);
    await store.subscribe(request);
    const second = await sendConfirmation(store);
    // A third mail waits, which goes, and those to two others, which stay.
    for (const each of [request, makeRequest(), makeRequest()]) await store.subscribe(each);
    await age(database, day);
    expect(await store.confirm(first, hashesOf)).toBe('confirmed');
    for (const hash of [first, second]) {
      expect(await store.confirm(hash, hashesOf)).toBe('already-confirmed');
    }
    const found = await findSubscriber(store, request.address);
    expect((found?.confirmedAt ?? 0) - (found?.requestedAt ?? 0)).toBeGreaterThanOrEqual(day);
    // Who asks again stays confirmed and gets no mail.
    await store.subscribe({ ...request, id: makeId(), address: request.key, consent: 'v2' });
    expect(await findSubscriber(store, request.address)).toEqual(found);
    expect(await store.stats()).toMatchObject({ confirmed: 1, pending: 2, waiting: 2 });
  });

  test('two clicks at the same time confirm once', async () => {
    const { store, database } = await openStore(kind);
    const other = database.createStore();
    await other.open();
    const twice = ['already-confirmed', 'already-confirmed', 'already-confirmed', 'confirmed'];
    // The first time connections are made, one after the other.
    for (let round = 0; round < 4; round += 1) {
      await store.subscribe(makeRequest());
      const hash = await sendConfirmation(store);
      const clicks = [store, other, store, other].map((each) => each.confirm(hash, hashesOf));
      expect((await Promise.all(clicks)).sort()).toEqual(twice);
    }
  });

  test('nothing is stored for an address that the operator has suppressed, until that is lifted', async () => {
    const { store } = await openStore(kind);
    const request = makeRequest();
    const { key } = request;
    await store.subscribe(request);
    await store.unsubscribe(key, hashOf(key));
    await store.subscribe(request);
    await store.suppress(key, hashOf(key));
    await store.unsubscribe(key, hashOf(key));
    await store.subscribe(request);
    const rest = { pending: 0, waiting: 0, suppressed: { unsubscribed: 0, operator: 1 } };
    expect(await store.stats()).toMatchObject(rest);
    expect(await store.liftSuppression(request.hashes)).toBe(true);
    expect(await store.liftSuppression(request.hashes)).toBe(false);
    await store.subscribe(request);
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1 });
  });

  test('a limit holds for its window, whichever replica counts', async () => {
    const { store, database } = await openStore(kind);
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
    const one = [{ key: 'network', max: 1, window: 60_000 }];
    await age(database, 45_000); // It ends in 15 seconds, less what the test has taken.
    expect(await store.count(one)).toBeLessThanOrEqual(15_000);
    await age(database, 15_000);
    expect(await store.count(one)).toBeUndefined();
    await age(database, 3_600_000);
    expect(await store.count(limits)).toBeUndefined();
    // A clock that is set back or forth locks nobody out, and the limit counts again.
    for (const time of [-365 * day, 25 * 3_600_000]) {
      const twice = [{ key: `${time}`, max: 2, window: day }];
      const count = async () => (await store.count(twice)) === undefined;
      const isAllowed = [await count(), await count(), await count()];
      expect(isAllowed).toEqual([true, true, false]);
      await age(database, time);
      expect([await count(), await count(), await count()]).toEqual(isAllowed);
    }
    // Many at once are counted exactly.
    const many = [{ key: 'k', max: 10, window: 60_000 }];
    const all = await Promise.all(Array.from({ length: 25 }, () => store.count(many)));
    expect(all.filter((wait) => wait === undefined)).toHaveLength(10);
  });

  test('a clock that jumps by a month and is set right again removes nobody', async () => {
    const { store, database } = await openStore(kind);
    const move = async (time: number) => {
      await age(database, time);
      await database.query(
        `UPDATE newsletter_tidying SET tidied_at = tidied_at - ${time}, deletes_from = deletes_from - ${time}`,
      );
    };
    await store.subscribe(makeRequest());
    expect(await store.tidy(30 * day, day)).toBe(0);
    await move(31 * day);
    for (let round = 0; round < 3; round += 1) {
      expect(await store.tidy(30 * day, day)).toBeUndefined();
      await move(day / 24);
    }
    await move(-31 * day - 3 * (day / 24));
    expect(await store.tidy(30 * day, day)).toBeUndefined();
    // A day later all is as before, and who is really old goes.
    for (const part of [0.6, 0.6]) {
      await move(part * day);
      await store.tidy(30 * day, day);
    }
    await age(database, 29 * day);
    expect(await store.tidy(30 * day, day)).toBe(1);
  });
});
