import { describe, expect, test } from 'vitest';
import { day, minute } from '#shared/dates/durations.ts';
import { insertConfirmed, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store: how long mails are tried, and how long the recipients of an edition are stored. */

describe.each(storeKinds)('%s', (kind) => {
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
    await insertConfirmed(database, count);
    await queueEdition();
    await age(40 * day);
    await database.query(`UPDATE newsletter_outbox SET state = 'sent'`);
    await insertConfirmed(database, 3, 'late');
    await queueEdition();
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
});
