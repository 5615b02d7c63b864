import { describe, expect, test } from 'vitest';
import { maxRejectionsInRow } from '#server/newsletter/mail/next-step.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';

/* Confirmations that the mail server rejects. outbox.test.ts tests rejected editions. */

describe.each(storeKinds)('with %s', (kind) => {
  const open = (pause: number) => openNewsletter(kind, {}, { pause, poll: 50 });

  test('typing errors of some visitors delay nobody, and no mail is tried before it is due', async () => {
    const { age, store, smtp, subscribe, outbox } = await open(100);
    await subscribe('asha');
    smtp.reject(/./, '450 4.7.1 Greylisted');
    await outbox.drain();
    smtp.reject(/^typo/, '550 5.1.1 No such user');
    for (let typo = 0; typo < maxRejectionsInRow + 2; typo += 1) await subscribe(`typo-${typo}`);
    await outbox.drain();
    expect((await store.getDeliveryProblems()).pauses).toEqual([]);
    await subscribe('ravi');
    const tried = smtp.rejected();
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
    await age(minute);
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
    expect(smtp.mails.map(({ to }) => to)).toEqual(['ravi@example.com', 'asha@example.com']);
    expect(smtp.rejected()).toBe(tried);
  });

  test('during a pause of the confirmations no mail is given up, and each keeps its own schedule', async () => {
    const { age, store, smtp, subscribe, outbox, database, counted } = await open(10_000);
    await subscribe('greylisted');
    smtp.reject(/./, '450 4.7.1 Greylisted');
    for (let round = 0; round < 5; round += 1) {
      await outbox.drain();
      await age(2 ** round * minute); // The pause is half an hour by now.
    }
    await outbox.drain();
    smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain of sender address does not exist');
    for (const name of ['a', 'b', 'c']) {
      await subscribe(name);
      await outbox.drain();
    }
    expect((await store.getDeliveryProblems()).pauses).toMatchObject([{ mails: 4 }]);
    for (const name of ['d', 'e']) await subscribe(name);
    const tried = smtp.rejected();
    await outbox.drain(); // The pause holds the mails back.
    expect(smtp.rejected()).toBe(tried);
    for (let probe = 0; probe < 8; probe += 1) {
      await age(10_001);
      await outbox.drain(); // One mail at a time checks whether the cause is gone.
    }
    expect(smtp.rejected()).toBeGreaterThan(tried);
    expect(counted).not.toContain('given-up');
    expect(await store.stats()).toMatchObject({ pending: 6, givenUp: 0 });
    smtp.reject(/./, undefined);
    await age(hour);
    const later = `UPDATE newsletter_outbox SET due_at = due_at + ${hour} WHERE attempts = 6`;
    await database.query(later);
    for (const _time of [1, 2]) await outbox.drain();
    const names = smtp.mails.map(({ to }) => to.split('@', 1)[0]);
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await store.getDeliveryProblems()).pauses).toEqual([]);
    await age(hour);
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
  });

  test('paused confirmations continue after the next delivered one, or after a restart', async () => {
    const { age, store, smtp, subscribe, outbox, environment } = await open(100);
    const pauseWith = async (...names: string[]) => {
      smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain not found');
      await Promise.all(names.map(subscribe));
      for (let days = 0; days < 5; days += 1) {
        await outbox.drain();
        await age(day + hour);
      }
      const pauses = [{ batch: 'confirmation', mails: names.length }];
      expect(await store.getDeliveryProblems()).toMatchObject({ pauses, givenUp: [] });
      expect(await store.stats()).toMatchObject({ waiting: 0, givenUp: 0 });
      smtp.reject(/./, undefined);
    };
    await pauseWith('a', 'b', 'c');
    await subscribe('d');
    for (const _time of [1, 2]) await outbox.drain();
    expect(smtp.mails).toHaveLength(4);
    await pauseWith('e', 'f', 'g');
    const next = await makeNewsletter(environment, { poll: 50 });
    next.outbox.start();
    await expect.poll(() => smtp.mails.length).toBe(7);
  });
});
