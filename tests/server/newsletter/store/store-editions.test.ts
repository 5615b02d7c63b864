import { describe, expect, test } from 'vitest';
import { day, hour } from '#shared/dates/durations.ts';
import { storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { hashOf, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store: editions and bounces. */

describe.each(storeKinds)('%s', (kind) => {
  test('resume makes refused, given-up and postponed mails due, and cancel gives up what waits', async () => {
    const { store, database, age, queueEdition, take, end, markSent } = await openStore(kind);
    await queueEdition({ confirmed: 1_005 });
    await database.query("UPDATE newsletter_mails SET state = 'given-up', refusals = 3");
    await store.resumeEdition('edition');
    const find = () => store.findEdition('edition');
    expect(await find()).toMatchObject({ waiting: 1_005 }); // more than one statement can change
    for (const state of ['refused', 'given-up', 'waiting'] as const) {
      const taken = await take(['editions']);
      if (taken) await end(taken, state, hour);
    }
    const sent = await take(['editions']);
    if (sent) await markSent(sent);
    expect(await store.pauseEdition('edition', '550')).toBe(true);
    expect(await store.pauseEdition('edition', '551')).toBe(false);
    const counts = { sent: 1, waiting: 1_002, givenUp: 2, pauseCode: '550', cancelledAt: null };
    expect(await find()).toMatchObject(counts);
    await store.resumeEdition('edition');
    expect(await find()).toMatchObject({ sent: 1, waiting: 1_004, pausedAt: null });
    expect((await store.findWork('test', [])).queues).toEqual(['editions']);
    expect(await take(['editions'])).toMatchObject({ attempts: 1, refusals: 0 });

    expect(await store.cancelEdition('edition')).toBe(1_004);
    await age(day);
    expect((await store.findWork('test', [])).queues).toEqual([]);
    await store.resumeEdition('edition');
    await queueEdition({ confirmed: 1, name: 'late' });
    const cancelled = { sent: 1, waiting: 0, givenUp: 1_004, cancelledAt: expect.any(Number) };
    expect(await find()).toMatchObject(cancelled);
  });

  test('who bounces in three editions in a row is found; a pause, an edition that nobody got and a second count change nothing', async () => {
    const { store, queueEdition, take, end, markSent } = await openStore(kind);
    await queueEdition({ confirmed: 2, id: 'first' });
    /** Sends an edition of which the first reader's mail bounces. @returns the found bounces */
    async function send(id: string, reaches = true) {
      await queueEdition({ id });
      for (let taken = await take(['editions']); taken; taken = await take(['editions'])) {
        if (taken.address.startsWith('reader-0')) await end(taken, 'refused');
        else if (reaches) await markSent(taken);
      }
      for (const _time of [1, 2]) await store.countBounces(3);
      return store.countBounces(3);
    }
    expect(await send('first')).toEqual([]);
    expect(await send('nobody', false)).toEqual([]);
    await store.pauseEdition('nobody', '550');
    expect(await send('second')).toEqual([]);
    await store.resumeEdition('nobody'); // A delivered mail: the bounces start again.
    for (let taken = await take(['editions']); taken; taken = await take(['editions']))
      await markSent(taken);
    expect(await send('third')).toEqual([]);
    expect(await send('fourth')).toEqual([]);
    expect(await send('fifth')).toEqual([{ key: 'reader-0@example.com', code: '450' }]);
    await store.suppress('reader-0@example.com', hashOf('reader-0@example.com'), 'bounced', '450');
    expect(await store.stats()).toMatchObject({ confirmed: 1, suppressed: { bounced: 1 } });
    expect(await store.countBounces(3)).toEqual([]);
  });

  test('thirty days after it was queued an edition is closed, its waiting mails are given up, and it is never queued again', async () => {
    const { store, database, age, take, queueEdition } = await openStore(kind);
    const count = 1_001; // more than one statement deletes
    await queueEdition({ confirmed: count });
    await database.query(`UPDATE newsletter_mails SET state = 'sent'`);
    await queueEdition({ confirmed: 3, name: 'late' });
    await store.pauseEdition('edition', '550');
    await age(29 * day);
    expect(await store.closeEditions(30 * day)).toEqual([]);
    await age(day);
    const closed = [{ id: 'edition', subject: 'Monsoon letter', expired: 3 }];
    expect(await store.closeEditions(30 * day)).toEqual(closed);
    expect(await store.closeEditions(30 * day)).toEqual([]);
    await store.resumeEdition('edition');
    expect(await take()).toBeUndefined();
    expect(await store.deleteClosedMails()).toBe(count + 3);
    expect(await store.listEditions()).toEqual([]);
    await queueEdition();
    const none = { sent: 0, waiting: 0, givenUp: 0, closedAt: expect.any(Number) };
    expect(await store.findEdition('edition')).toMatchObject(none);
    expect(await store.getBacklog()).toMatchObject({ waiting: 0, paused: 0 });
  });
});
