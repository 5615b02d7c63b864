import { describe, expect, test } from 'vitest';
import { longestWait } from '#server/newsletter/mail/timing.ts';
import { day, minute } from '#shared/dates/durations.ts';
import { insertConfirmed, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { deferral, makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store: how long mails are tried, and how long the recipients of an edition are stored. */

describe.each(storeKinds)('%s', (kind) => {
  test('a mail is given up ten days after its first attempt, which resume resets', async () => {
    const { store, age, claimMail } = await openStore(kind);
    const fail = async () => store.postpone(await claimMail(), deferral(minute));
    await store.subscribe(makeRequest());
    await age(30 * day); // It has waited for other mails.
    expect(await fail()).toBe(false);
    await age(9 * day);
    expect(await fail()).toBe(false);
    await age(2 * day);
    expect(await fail()).toBe(true);
    expect(await store.stats()).toMatchObject({ givenUp: 1 });
    expect(await store.resume()).toBe(1);
    expect(await fail()).toBe(false);
    await age(11 * day);
    await store.slowDown('451', { first: minute, max: minute, isProbe: false });
    await age(minute);
    expect(await fail()).toBe(false); // A pause does not give it up.
    await age(11 * day);
    await store.resume();
    expect(await fail()).toBe(false); // Its ten days start again, also if it was due already.
  });

  test('a pause of all mails ends when the clock is set back, and never exceeds its maximum', async () => {
    const { store, age, claim, claimNext } = await openStore(kind);
    const times = { first: minute, max: 10 * minute };
    await store.subscribe(makeRequest());
    expect(await store.slowDown('451', { ...times, isProbe: false })).toBe(true);
    expect(await store.slowDown('452', { ...times, isProbe: false })).toBe(false);
    expect(await claimNext()).toBeUndefined();
    expect(await store.isDue()).toBe(false);
    await age(-365 * day);
    await store.purgeExpired(30 * day, longestWait);
    expect(await store.isDue()).toBe(true);
    expect(await claim()).toMatchObject({ isProbe: true });
    await store.slowDown('452', { ...times, isProbe: true });
    const { slowdown } = await store.getDeliveryProblems();
    expect(slowdown).toMatchObject({ code: '452' });
    expect(Math.round(((slowdown?.probeAt ?? 0) - Date.now()) / minute)).toBe(times.first / minute);
  });

  test('the recipients of an edition are deleted thirty days after its last mail, and it is never queued again', async () => {
    const { store, database, age, claimMail, queueEdition } = await openStore(kind);
    const count = 5_001; // more than one statement can delete
    await insertConfirmed(database, count);
    await queueEdition();
    const last = await claimMail();
    await database.query(`UPDATE newsletter_outbox SET state = 'sent' WHERE lease IS NULL`);
    await age(40 * day);
    expect(await store.closeEditions(30 * day)).toBe(0); // A mail is still waiting.
    await store.postpone(last, { ...deferral(), kind: 'rejected' });
    await age(29 * day);
    expect(await store.closeEditions(30 * day)).toBe(0);
    const [open] = await store.listEditions();
    expect(open).toMatchObject({ subject: 'Monsoon letter', sent: count - 1, givenUp: 1 });
    expect(await store.findClosing('edition')).toBeUndefined();
    await age(2 * day);
    expect(await store.closeEditions(30 * day)).toBe(count);
    expect(await store.listEditions()).toEqual([]);
    const closedAt = (await store.findClosing('edition')) ?? 0;
    expect(Math.abs(closedAt - Date.now())).toBeLessThan(minute);
    await queueEdition();
    const none = { confirmed: count, queued: 0, sent: 0 };
    expect(await store.countRecipients('edition')).toEqual(none);
  });
});
