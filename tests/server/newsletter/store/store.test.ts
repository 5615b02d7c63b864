import { describe, expect, test } from 'vitest';
import { day, hour, minute } from '#shared/dates/durations.ts';
import {
  findSubscriber,
  insertConfirmed,
  storeKinds,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import {
  hashesOf,
  hashOf,
  makeRequest,
  openStore,
} from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store: subscribers. store-mails.test.ts tests mails and tables. */

describe.each(storeKinds)('%s', (kind) => {
  test('a new subscriber is pending and has one waiting mail, also after two requests', async () => {
    const { store, database, takeMail, take } = await openStore(kind);
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
    const taken = { kind: 'confirmation', subscriberId: id, attempts: 1 };
    expect(await takeMail()).toMatchObject(taken);
    expect(await take()).toBeUndefined();
    // The version of the consent does not change.
    for (const text of ['I agree', 'something else']) await store.addConsent('v1', text);
    const consents = await database.query('SELECT version, text FROM newsletter_consents');
    expect(consents).toEqual([{ version: 'v1', text: 'I agree' }]);
  });

  test('a mailbox gets a mail in ten minutes and three in a day, in any spelling; a waiting one is then due', async () => {
    const { store, age, takeMail, take, end } = await openStore(kind);
    const request = { ...makeRequest(), mailbox: 'asha@example.com' };
    const other = { ...makeRequest(), mailbox: 'asha@example.com' };
    await store.subscribe(request);
    const first = await takeMail();
    await end(first, 'waiting', 12 * hour);
    for (const each of [request, other]) await store.subscribe(each);
    expect(await take()).toBeUndefined();
    await age(10 * minute);
    await store.subscribe(request);
    const second = await takeMail();
    expect(second).toMatchObject({ id: first.id, attempts: 1 });
    await end(second, 'given-up');
    await age(10 * minute);
    await store.subscribe(request);
    const third = await takeMail(); // Another mail, with another Message-ID.
    expect(third.id).not.toBe(first.id);
    await end(third, 'given-up');
    await age(10 * minute);
    for (const each of [request, other]) await store.subscribe(each);
    expect(await take()).toBeUndefined();
    await store.subscribe(makeRequest()); // Others are not limited.
    expect(await take()).toBeDefined();
    await age(day);
    await store.subscribe(other);
    expect(await takeMail()).toMatchObject({ subscriberId: other.id });
    // A clock that was set back blocks nobody.
    await age(-3 * day);
    await store.subscribe(request);
    expect(await takeMail()).toMatchObject({ subscriberId: request.id });
  });

  test('the tokens of all mails confirm once, say so the second time, and keep both times', async () => {
    const { store, age, sendConfirmation } = await openStore(kind);
    const request = makeRequest();
    await store.subscribe(request);
    const first = await sendConfirmation();
    await age(hour);
    await store.subscribe(request);
    const second = await sendConfirmation();
    await age(hour);
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
    await store.subscribe(makeRequest());
    const hash = await sendConfirmation();
    const clicks = [store, other, store, other].map((each) => each.confirm(hash, hashesOf));
    const again = 'already-confirmed';
    expect((await Promise.all(clicks)).sort()).toEqual([again, again, again, 'confirmed']);
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

  test('a large deletion lets other work run between its chunks', async () => {
    const { store, database, age } = await openStore(kind);
    await insertConfirmed(database, 2_000);
    await database.query("UPDATE newsletter_subscribers SET status = 'pending'");
    await age(31 * day);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    expect(await store.removeUnconfirmed(30 * day)).toBe(2_000);
    isOver = true;
    expect(turns).toBeGreaterThan(6);
  });
});
