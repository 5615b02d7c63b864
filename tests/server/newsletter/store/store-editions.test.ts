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
    await store.limitWaits(longestWait);
    expect(await store.isDue()).toBe(true);
    expect(await claim()).toMatchObject({ isProbe: true });
    await store.slowDown('452', { ...times, isProbe: true });
    const { slowdown } = await store.getDeliveryProblems();
    expect(slowdown).toMatchObject({ code: '452' });
    expect(Math.round(((slowdown?.probeAt ?? 0) - Date.now()) / minute)).toBe(times.first / minute);
  });

  test('thirty days after its last attempt an edition is closed with its pause, its waiting mails are given up, and it is never queued again', async () => {
    const { store, database, age, claimMail, queueEdition } = await openStore(kind);
    const count = 1_001; // more than one statement deletes
    await insertConfirmed(database, count);
    await queueEdition();
    await age(40 * day);
    await database.query(`UPDATE newsletter_outbox SET state = 'sent'`);
    await insertConfirmed(database, 3, 'late');
    await queueEdition();
    await store.postpone(await claimMail(), { ...deferral(), kind: 'rejected' });
    await store.postpone(await claimMail(), deferral(minute));
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
});
