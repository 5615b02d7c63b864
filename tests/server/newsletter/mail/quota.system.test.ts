import { expect, test } from 'vitest';
import { concurrency } from '#server/newsletter/mail/mailer.ts';
import { maxDeferralsInRow } from '#server/newsletter/mail/quota.ts';
import { minute } from '#shared/dates/durations.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import {
  insertConfirmed,
  queueEdition,
  storeKinds,
} from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';
import { greylist, limitByHour, simulateSending } from './mail-simulation.ts';

/* A mail server that limits mails per time. Greylisting has the same codes, and must not become slower. */

test.each([
  ['100 mails an hour', 1_000, limitByHour(100), { hours: 9.2, refused: 180 }],
  ['100 mails an hour', 3_000, limitByHour(100), { hours: 29.2, refused: 560 }],
  ['greylisting of five minutes', 1_000, greylist(5 * minute), { hours: 0.2, refused: 3_000 }],
] as const)(
  '%s: all of %i recipients get the mail in time',
  async (_name, count, decide, max) => {
    const { sent, hours, refused } = await simulateSending(count, decide);
    expect(sent).toBe(count);
    expect(hours).toBeLessThanOrEqual(max.hours);
    expect(refused).toBeLessThanOrEqual(max.refused);
  },
  120_000,
);

const busy = '451 4.7.1 Too many messages';

test.each(storeKinds)(
  'with %s all mails pause, and one mail is tried after longer and longer times',
  async (kind) => {
    const made = await openNewsletter(kind);
    const { age, database, store, smtp, outbox, subscribe, log, environment } = made;
    await subscribe('first');
    await outbox.drain();
    await insertConfirmed(database, 40);
    await queueEdition(store);
    smtp.reject(/./, busy);
    await outbox.drain();
    const tried = smtp.rejected();
    expect(tried).toBeGreaterThanOrEqual(maxDeferralsInRow);
    expect(tried).toBeLessThan(maxDeferralsInRow + 2 * concurrency); // with the attempts that have already begun
    const said = log.lines.filter(({ msg }) => String(msg).startsWith('mail waits'));
    expect(said).toMatchObject([{ code: '451 4.7.1' }]);
    // The pause ends without an operator.
    expect(await store.getBacklog()).toMatchObject({ paused: 0, waiting: 40 });

    await subscribe('second'); // Confirmations pause too, and are tried first.
    const next = await makeNewsletter(environment);
    const drainBoth = () => Promise.all([outbox.drain(), next.outbox.drain()]);
    const readWait = async () => {
      const { slowdown } = await store.getDeliveryProblems();
      return Math.round(((slowdown?.probeAt ?? 0) - Date.now()) / minute);
    };
    await drainBoth();
    expect([smtp.rejected(), await readWait()]).toEqual([tried, 1]);
    let probes = 0;
    for (const [passed, wait] of [
      ...[[1, 2] as const, [3, 4] as const, [7, 8] as const],
      ...[[15, 10] as const, [25, 10] as const, [1_000, 10] as const],
    ]) {
      await age(minute); // The mail of the previous attempt is due again.
      const pausedAt = Date.now() - passed * minute;
      await database.query(`UPDATE newsletter_pauses SET paused_at = ${pausedAt}, probe_at = 0`);
      await drainBoth();
      probes += 1;
      expect([smtp.rejected() - tried, await readWait()]).toEqual([probes, wait]); // Replicas share the pause.
    }
    const attempts = await database.query(
      `SELECT attempts FROM newsletter_outbox WHERE kind = 'confirmation'`,
    );
    expect(attempts).toEqual([{ attempts: 0 }]);

    smtp.reject(/./, undefined);
    await age(10 * minute);
    await outbox.drain();
    expect(smtp.mails).toHaveLength(42);
    expect(smtp.mails[1]?.to).toBe('second@example.com');
    expect(await store.getDeliveryProblems()).toMatchObject({ slowdown: null });
  },
);

test('a rejected mail does not end the pause of all mails; resume does', async () => {
  const { age, database, store, smtp, outbox } = await openNewsletter('SQLite');
  await insertConfirmed(database, 12);
  await queueEdition(store);
  await store.slowDown('451', { first: minute, max: minute, isProbe: false });
  smtp.reject(/./, '550 5.7.1 Relaying denied');
  await age(minute);
  expect(await outbox.drain()).toEqual({ sent: 0, failed: 1 });
  smtp.reject(/./, undefined);
  expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
  await store.resume();
  expect(await outbox.drain()).toEqual({ sent: 12, failed: 0 });
});
