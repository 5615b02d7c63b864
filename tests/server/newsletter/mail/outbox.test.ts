import { describe, expect, test, vi } from 'vitest';
import { concurrency } from '#server/newsletter/mail/mailer.ts';
import { maxFailuresInRow, maxRejectionsInRow } from '#server/newsletter/mail/next-step.ts';
import { createOutbox } from '#server/newsletter/mail/outbox.ts';
import { identifyPerson } from '#server/newsletter/operator/export-subscribers.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';
import { readHeaders } from '../../../helpers/newsletter/smtp.ts';

const dead = 'reader-0@example.com';
const noSuchUser = '550 5.1.1 No such user';

/* mailer-smtp.test.ts tests the meaning of each code, operator/send.test.ts a worker that is killed in a batch. */

describe.each(storeKinds)('with %s', (kind) => {
  /** Opens a store with an edition for this many confirmed subscribers. */
  async function open(confirmed = 0) {
    const made = await openNewsletter(kind, {}, { pause: 100, poll: 50 });
    const { age, store, outbox, smtp } = made;
    if (confirmed > 0) await made.queueEdition({ confirmed });
    return {
      ...made,
      /** The number of people who got a mail, and the number of mails. */
      received: () => [new Set(smtp.mails.map(({ to }) => to)).size, smtp.mails.length],
      /** Tries to send on this many days. */
      async tryFor(days: number) {
        for (let round = 0; round < days; round += 1) {
          await outbox.drain();
          await age(day + hour);
        }
      },
      async findDead() {
        const found = await store.listPersonRows(identifyPerson(made.keys, dead));
        return { subscriber: found['subscribers']?.[0], suppression: found['suppressions']?.[0] };
      },
    };
  }

  test('each attempt is counted by its outcome, the last one as given up, with one Message-ID', async () => {
    const { age, store, subscribe, outbox, smtp, counted, log, tryFor } = await open();
    await subscribe('asha');
    smtp.reject(/./, '450 4.2.1 Try later');
    await outbox.drain();
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
    await age(minute);
    smtp.reject(/./, undefined);
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 0 });
    const id = readHeaders(smtp.last(), 'Message-ID').join().slice(1, -1);
    expect(log.lines.map(({ mail }) => mail)).toEqual([id, id]);
    await subscribe('ravi');
    smtp.reject(/./, '554 5.7.1 Not from you');
    await tryFor(3);
    expect(counted).toEqual(['deferred', 'sent', 'rejected', 'rejected', 'given-up']);
  });

  test('while the mail server is down mails wait and are counted, and later they are sent', async () => {
    const { age, subscribe, outbox, store, smtp, log, environment } = await open();
    await smtp.stop();
    outbox.start();
    for (const name of ['a', 'b', 'c']) expect(await subscribe(name)).toEqual({ kind: 'accepted' });
    await log.waitFor(({ msg, waiting }) => String(msg).startsWith('mail waits') && waiting === 3);
    await age(10 * minute);
    await log.waitFor(({ oldestSeconds }) => Number(oldestSeconds) >= 600);
    await outbox.stop(); // An attempt that ends after the clock has moved would wait for another minute.
    await smtp.start();
    await age(10 * minute); // The failed mails are due again.
    (await makeNewsletter(environment)).outbox.start();
    await expect.poll(() => smtp.mails.length).toBe(3);
    await expect.poll(async () => (await store.stats()).waiting).toBe(0);
  });

  test('while the mail server rejects everything, only one mail at a time is tried', async () => {
    const { smtp, outbox, queueEdition, store, environment } = await open(20);
    smtp.rejectAt('MAIL FROM', '451 4.3.0 Try later');
    await outbox.drain();
    const tried = smtp.rejected();
    expect(tried).toBeLessThanOrEqual(concurrency);
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 1 });
    smtp.reject(/./, undefined);
    expect(await outbox.drain()).toEqual({ sent: 19 - tried, failed: 0 });
    await queueEdition({ id: 'second' });
    smtp.rejectAt('RCPT TO', '450 4.7.1 Greylisted'); // Each mail separately: nothing pauses.
    const next = await makeNewsletter(environment);
    expect(await next.outbox.drain()).toEqual({ sent: 0, failed: 20 });
    expect((await store.getDeliveryProblems()).pauses).toEqual([]);
  });

  test('a worker sends several mails at the same time; when it is stopped, it finishes these and releases the others', async () => {
    const { outbox, store, smtp, environment, received } = await open(60);
    smtp.slowDown(100);
    outbox.start();
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(0);
    await outbox.stop();
    expect(smtp.maxOpen()).toBe(concurrency);
    const sent = smtp.mails.length;
    expect(sent).toBeLessThan(60);
    expect((await store.countRecipients('edition')).sent).toBe(sent);
    smtp.slowDown(0);
    const next = await makeNewsletter(environment);
    expect(await next.outbox.drain()).toEqual({ sent: 60 - sent, failed: 0 });
    expect(received()).toEqual([60, 60]);
  });

  test('two workers send hundreds of mails, none of them twice', async () => {
    const count = 200;
    const { outbox, smtp, environment, received } = await open(count);
    const other = await makeNewsletter(environment);
    const results = await Promise.all([outbox.drain(), other.outbox.drain()]);
    for (const { sent, failed } of results) expect([sent > 0, failed]).toEqual([true, 0]);
    expect(received()).toEqual([count, count]);
    expect(smtp.maxOpen()).toBeGreaterThan(1);
  });

  test.each([
    ['RCPT TO', noSuchUser, maxRejectionsInRow],
    ['RCPT TO', '550 5.1.8 <news@circle.example>: Domain not found', maxRejectionsInRow],
    ['MAIL FROM', '550 5.1.8 Domain of sender address does not exist', maxFailuresInRow],
    ['DATA', '552 5.3.4 Message too large', maxFailuresInRow],
  ] as const)('rejected at %s with %j a list pauses after %i', async (command, response, max) => {
    const count = 25;
    const { store, smtp, outbox, log, tryFor } = await open(count);
    smtp.rejectAt(command, response);
    await tryFor(5);
    expect(await store.stats()).toMatchObject({ confirmed: count, suppressed: { bounced: 0 } });
    // The mails that were being sent when the pause began are added.
    expect(smtp.rejected()).toBeGreaterThanOrEqual(max);
    expect(smtp.rejected()).toBeLessThan(max + concurrency);
    const pauses = [{ batch: 'edition', code: response.slice(0, 9), mails: count }];
    expect(await store.getDeliveryProblems()).toMatchObject({ pauses });
    const said = log.lines.filter(({ msg }) => String(msg).startsWith('sending paused'));
    expect(said).toHaveLength(1);
    smtp.reject(/^reader-0@/, noSuchUser); // One invalid address does not cause another pause.
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
    expect(await store.resume('edition')).toBe(count);
    expect(await outbox.drain()).toEqual({ sent: count - 1, failed: 1 });
    expect((await store.getDeliveryProblems()).pauses).toEqual([]);
  });

  test('a list that is too small for a pause survives bounces for a week, and a delivered mail resets them', async () => {
    const { store, smtp, queueEdition, tryFor, findDead } = await open(1);
    const expectBounces = async (bounce_days: number) =>
      expect(await findDead()).toMatchObject({ subscriber: { bounce_days } });
    smtp.reject(/./, noSuchUser);
    await tryFor(7);
    expect(smtp.rejected()).toBe(7);
    await expectBounces(7);
    smtp.reject(/./, undefined);
    await tryFor(1);
    await expectBounces(0);
    await queueEdition({ id: 'second' });
    smtp.reject(/./, noSuchUser);
    await tryFor(1);
    await expectBounces(1);
    expect(await store.stats()).toMatchObject({ confirmed: 1, suppressed: { bounced: 0 } });
  });

  test('an invalid address is removed after bounces on three days, and a row records the reason', async () => {
    const { age, store, smtp, outbox, queueEdition, subscribe, tryFor, findDead } = await open(3);
    smtp.reject(/^reader-0@/, noSuchUser);
    await outbox.drain();
    await age(23 * hour); // Another edition on the same day is another bounce, but on the same day.
    await queueEdition({ id: 'second' });
    await outbox.drain();
    const first = { bounce_days: 1, bounce_code: '550 5.1.1' };
    expect(await findDead()).toMatchObject({ subscriber: first });
    await age(day + hour);
    await tryFor(1);
    const second = { subscriber: { bounce_days: 2 }, suppression: undefined };
    expect(await findDead()).toMatchObject(second);
    expect(await store.stats()).toMatchObject({ confirmed: 3 });
    const once = [{ code: '550 5.1.1', count: 1 }];
    expect((await store.getDeliveryProblems()).bouncing).toEqual(once);
    await tryFor(1);
    expect(await store.stats()).toMatchObject({ confirmed: 2, suppressed: { bounced: 1 } });
    expect(await store.getDeliveryProblems()).toMatchObject({ removed: once, bouncing: [] });
    const { subscriber, suppression } = await findDead();
    expect(subscriber).toBeUndefined();
    expect(suppression).toMatchObject({ reason: 'bounced', code: '550 5.1.1' });
    expect(Math.abs(Number(suppression?.['since']) - Date.now())).toBeLessThan(60_000);
    const before = smtp.rejected();
    await queueEdition({ id: 'third' });
    await subscribe('reader-0');
    expect(await outbox.drain()).toEqual({ sent: 2, failed: 0 });
    expect(smtp.rejected()).toBe(before);
  });

  test('if the clock jumps while a mail is being sent, it is sent only once', async () => {
    const { age, smtp, subscribe, outbox } = await open();
    smtp.slowDown(2_000, /^slow@/);
    outbox.start();
    await subscribe('slow');
    await expect.poll(smtp.maxOpen, { timeout: 5_000 }).toBe(1);
    await age(hour); // The lease seems to have expired.
    await subscribe('next');
    await expect.poll(() => smtp.mails.length, { timeout: 5_000 }).toBe(1);
    await outbox.stop();
    const names = smtp.mails.map(({ to }) => to.split('@', 1)[0]);
    expect(names).toEqual(['next', 'slow']);
  });

  test('an idle worker only reads', async () => {
    const { store, mailer, compose, keys, ready, log, smtp, subscribe } = await open();
    if (!mailer) throw new Error('No mails are sent');
    const counting = { ...store, findWait: vi.fn(store.findWait), claim: vi.fn(store.claim) };
    const outbox = createOutbox({
      ...{ store: counting, mailer, compose, keys, ready, logger: log.logger },
      countMail: () => {},
      timing: { poll: 1 },
    });
    outbox.start();
    await expect.poll(() => counting.findWait.mock.calls.length).toBeGreaterThan(20);
    expect(counting.claim).not.toHaveBeenCalled();
    await subscribe('asha'); // In another process.
    await expect.poll(() => smtp.mails.length).toBe(1);
    await outbox.stop();
  });

  test('in a pause of the confirmations one mail at a time is tried and none given up; a delivered one ends it, in any process', async () => {
    const pause = 10_000;
    const made = await openNewsletter(kind, {}, { pause });
    const { age, store, smtp, subscribe, outbox, environment, counted } = made;
    smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain of sender address does not exist');
    for (const name of ['a', 'b', 'c']) {
      await subscribe(name);
      await outbox.drain();
    }
    for (const name of ['d', 'e']) await subscribe(name);
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
    const pauses = [{ batch: 'confirmation', mails: 5 }];
    for (let days = 0; days < 5; days += 1) {
      await age(day + hour);
      expect(await outbox.drain()).toEqual({ sent: 0, failed: 1 });
      expect(await store.getDeliveryProblems()).toMatchObject({ pauses, givenUp: [] });
    }
    expect(counted).not.toContain('given-up');
    expect(await store.stats()).toMatchObject({ pending: 5, waiting: 0, givenUp: 0 });
    smtp.reject(/./, undefined);
    await age(day);
    const next = await makeNewsletter(environment, { pause });
    for (const _time of [1, 2]) await next.outbox.drain();
    expect((await store.getDeliveryProblems()).pauses).toEqual([]);
    expect(smtp.mails.map(({ to }) => to[0]).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
