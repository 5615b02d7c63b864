import { describe, expect, test } from 'vitest';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { insertConfirmed, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { hashOf, makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* The contract of a store: editions and bounces. */

const edition = { subject: 'subject 0', text: 't', html: '<p>t</p>' };

describe.each(storeKinds)('%s', (kind) => {
  test('an edition is queued once for each confirmed subscriber, however often it is sent', async () => {
    const { store, database, take, markSent } = await openStore(kind);
    await insertConfirmed(database, 5);
    await store.subscribe(makeRequest()); // pending, so without a mail
    for (let round = 0; round < 2; round += 1) {
      let afterId: string | undefined = '';
      await store.addEdition({ ...edition, id: 'i', subject: `subject ${round}` });
      while (afterId !== undefined) afterId = await store.queueEdition('i', afterId, 2);
      expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 0 });
    }
    const addresses: string[] = [];
    for (let taken = await take(['editions']); taken; taken = await take(['editions'])) {
      expect(taken.mail).toMatchObject({ ...edition, kind: 'edition', editionId: 'i' });
      addresses.push(taken.mail.address);
      await markSent(taken);
    }
    expect(addresses.sort()).toEqual([0, 1, 2, 3, 4].map((each) => `reader-${each}@example.com`));
    await store.queueEdition('i', '', 50);
    expect(await store.countRecipients('i')).toEqual({ confirmed: 5, queued: 5, sent: 5 });
  });

  test('resume makes refused, given-up and postponed mails due, and cancel gives up what waits', async () => {
    const { store, database, age, queueEdition, take, end, markSent } = await openStore(kind);
    await queueEdition({ confirmed: 1_005 });
    await database.query("UPDATE newsletter_mails SET state = 'given-up', refusals = 3");
    expect(await store.resumeEdition('edition')).toBe(1_005); // more than one statement can change
    for (const state of ['refused', 'given-up', 'waiting'] as const) {
      const taken = await take(['editions']);
      if (taken) await end(taken, state, hour);
    }
    const sent = await take(['editions']);
    if (sent) await markSent(sent);
    expect(await store.pauseEdition('edition', '550')).toBe(true);
    expect(await store.pauseEdition('edition', '551')).toBe(false);
    const [shown] = await store.listEditions();
    const counts = { sent: 1, waiting: 1_002, givenUp: 2, pauseCode: '550', cancelledAt: null };
    expect(shown).toMatchObject(counts);
    expect(await store.resumeEdition('edition')).toBe(1_004);
    expect((await store.findWork('test', [])).queues).toEqual(['editions']);
    expect((await take(['editions']))?.state).toMatchObject({ attempts: 1, refusals: 0 });

    expect(await store.cancelEdition('edition')).toBe(1_004);
    await age(day);
    expect((await store.findWork('test', [])).queues).toEqual([]);
    expect(await store.resumeEdition('edition')).toBe(0);
    await queueEdition({ confirmed: 1, name: 'late' });
    expect(await store.countRecipients('edition')).toMatchObject({ queued: 1_005, sent: 1 });
    expect(await store.findClosing('edition')).toBeDefined();
  });

  test('who bounces in three editions in a row is found; a pause, an edition that nobody got and a second count change nothing', async () => {
    const { store, queueEdition, take, end, markSent } = await openStore(kind);
    await queueEdition({ confirmed: 2, id: 'first' });
    /** Sends an edition of which the first reader's mail bounces. @returns the found bounces */
    async function send(id: string, reaches = true) {
      await queueEdition({ id });
      for (let taken = await take(['editions']); taken; taken = await take(['editions'])) {
        if (taken.mail.address.startsWith('reader-0')) await end(taken, 'refused');
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
    expect(Math.abs(((await store.findClosing('edition')) ?? 0) - Date.now())).toBeLessThan(minute);
    await queueEdition();
    const none = { confirmed: count + 3, queued: 0, sent: 0 };
    expect(await store.countRecipients('edition')).toEqual(none);
    expect(await store.getBacklog()).toMatchObject({ waiting: 0, paused: 0 });
  });
});
