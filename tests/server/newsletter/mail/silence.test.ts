import { describe, expect, test } from 'vitest';
import { concurrency } from '#server/newsletter/mail/mailer.ts';
import type { OutboxTiming } from '#server/newsletter/mail/timing.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { type StoreKind, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';

/* A mail server that has a whole mail and does not respond. mailer-smtp.test.ts tests what counts as that. */

/** Milliseconds, longer than the other times of these tests. */
const hang = 12_000;
const attempt = 2_000;

/** Nodemailer is loaded first, so that the first attempt has time. */
async function openWarm(kind: StoreKind, timing: Partial<OutboxTiming>) {
  const made = await openNewsletter(kind, {}, timing);
  await made.mailer?.check();
  return made;
}

describe.each(storeKinds)('with %s', { timeout: 60_000 }, (kind) => {
  test('a mail without a response is tried once more, a day later, and then counted as perhaps sent', async () => {
    const made = await openWarm(kind, { attempt, response: 300 });
    const { age, counted, database, log, outbox, smtp, store } = made;
    await made.queueEdition({ confirmed: 3 });
    smtp.slowDown(hang, /^reader-0/);
    const due = async () => {
      const [row] = await database.query(
        `SELECT due_at - created_at AS wait FROM newsletter_outbox WHERE silences > 0`,
      );
      return Math.round(Number(row?.['wait']) / hour);
    };
    await outbox.drain();
    await expect.poll(() => counted).toEqual(['sent', 'sent', 'perhaps-sent']);
    expect(await due()).toBe(24);
    expect(await store.getDeliveryProblems()).toMatchObject({ pauses: [], deferred: [] });
    expect(await store.stats()).toMatchObject({ waiting: 0, perhapsSent: 0 }); // It is no reason for an alert.
    expect(await store.resume()).toBe(0);
    await age(day - minute);
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
    await age(minute);
    await outbox.drain();
    await expect.poll(() => counted.length).toBe(4);
    expect(await store.stats()).toMatchObject({ waiting: 0, givenUp: 0, perhapsSent: 1 });
    expect(await store.countRecipients('edition')).toMatchObject({ queued: 3, sent: 3 });
    expect(log.lines.at(-1)).toMatchObject({ msg: 'mail given up', outcome: 'perhaps-sent' });
    await store.resume();
    await age(2 * day);
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
  });

  test('while more mails have no response than are sent at a time, the others are sent', async () => {
    const { age, queueEdition, outbox, smtp, store } = await openWarm(kind, { attempt });
    await queueEdition({ confirmed: concurrency + 1, name: 'slow' });
    await queueEdition({ confirmed: 5, name: 'fast' });
    smtp.slowDown(hang, /^slow/);
    await outbox.drain();
    expect(smtp.mails).toHaveLength(5);
    await age(5 * minute); // Nobody else claims them meanwhile.
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
    // A late response counts.
    await expect
      .poll(async () => (await store.countRecipients('edition')).sent, { timeout: 20_000 })
      .toBe(concurrency + 6);
  });

  test('a stop does not wait for a response, and stores that it did not come', async () => {
    const { database, outbox, smtp, store, subscribe } = await openNewsletter(kind);
    smtp.slowDown(15_000);
    outbox.start();
    await subscribe('asha');
    await expect.poll(smtp.maxOpen, { timeout: 5_000 }).toBe(1);
    const startedAt = performance.now();
    await outbox.stop();
    expect(performance.now() - startedAt).toBeLessThan(14_000);
    const rows = await database.query('SELECT lease, silences, code FROM newsletter_outbox');
    expect(rows).toEqual([{ lease: null, silences: 1, code: 'timeout' }]);
    // Who asks again gets another mail.
    await subscribe('asha');
    expect(await store.findWait()).toBe(0);
  });
});
