import { describe, expect, test, vi } from 'vitest';
import { createOutbox } from '#server/newsletter/mail/outbox.ts';
import { concurrency } from '#server/newsletter/mail/queues.ts';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import type { OutboxTiming } from '#server/newsletter/timing.ts';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';
import { readHeaders } from '../../../helpers/newsletter/smtp.ts';

/* next-step.test.ts has the rules, queues.test.ts the order, mailer-smtp.test.ts the meaning of each response. */

describe.each(storeKinds)('with %s', { timeout: 60_000 }, (kind) => {
  /** Opens a newsletter with an edition for this many confirmed subscribers. */
  async function open(confirmed = 0, more: Partial<OutboxTiming> = {}, variables = {}) {
    const timing = { poll: 50, rest: 300, ...more };
    const made = await openNewsletter(kind, variables, timing);
    if (confirmed > 0) await made.queueEdition({ confirmed });
    await made.mailer?.check(); // Loads nodemailer, so that the first attempt has time.
    /** Another outbox of this store, with other methods. */
    function createWith(methods: Partial<typeof made.store>, poll: number) {
      const { store, mailer, log } = made;
      if (!mailer) throw new Error('No mails are sent');
      return createOutbox({
        ...{ ...made, mailer, store: { ...store, ...methods } },
        ...{ logger: log.logger, countMail: () => {}, timing: { poll } },
      });
    }
    return {
      ...made,
      createWith,
      /** Another process on the same database. */
      openOther: () => makeNewsletter(made.environment, timing),
      getSent: async () => (await made.store.findEdition('edition'))?.sent,
      /** The number of people who got a mail, and the number of mails. */
      received: () => [new Set(made.smtp.mails.map(({ to }) => to)).size, made.smtp.mails.length],
    };
  }

  test('each attempt is counted by its outcome, the last one as given up, with one Message-ID', async () => {
    const { age, store, subscribe, outbox, smtp, counted, log } = await open();
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
    smtp.reject(/./, '554 5.7.1 <ravi@example.com>: not from you');
    for (const _time of [1, 2, 3]) {
      await outbox.drain();
      await age(hour);
    }
    expect(counted).toEqual(['deferred', 'sent', 'rejected', 'rejected', 'given-up']);
    expect(JSON.stringify(log.lines)).not.toContain('example.com');
  });

  test.each([
    ['is down', undefined],
    ['refuses the sender', '550 5.1.8 Domain of sender address does not exist'],
  ])(
    'while the mail server %s the sender rests and tells why; later all mails are due at once',
    async (_name, response) => {
      const { age, subscribe, outbox, store, smtp, log, received } = await open(20);
      if (response === undefined) await smtp.stop();
      else smtp.rejectAt('MAIL FROM', response);
      outbox.start();
      expect(await subscribe('asha')).toEqual({ kind: 'accepted' });
      await log.waitFor(
        ({ msg, waiting }) => String(msg).startsWith('mail waits') && waiting === 21,
      );
      await age(3 * day);
      await expect
        .poll(async () => (await store.getBacklog()).restingSeconds)
        .toBeGreaterThan(200_000);
      const code = response?.slice(0, 9) ?? 'ECONNREFUSED';
      expect((await store.getDeliveryProblems()).rest?.code).toBe(code);
      // The sender tries no faster than the rest allows.
      const tried = smtp.rejected();
      await new Promise((done) => setTimeout(done, 900));
      expect(smtp.rejected() - tried).toBeLessThanOrEqual(4 * concurrency);
      if (response === undefined) await smtp.start();
      else smtp.reject(/./, undefined);
      await expect.poll(received, { timeout: 30_000 }).toEqual([21, 21]);
      await expect.poll(() => store.getBacklog()).toMatchObject({ waiting: 0, restingSeconds: 0 });
      expect(await store.stats()).toMatchObject({ givenUp: 0, paused: 0 });
    },
  );

  test('several mails are sent at a time; a stopping process stays the sender until their responses, and the next one sends the others at once', async () => {
    const { age, outbox, smtp, openOther, store, received, getSent } = await open(60);
    smtp.slowDown(4_000);
    outbox.start();
    await expect.poll(smtp.maxOpen, { timeout: 5_000 }).toBe(3); // Two places are those of the other queues.
    const stopped = outbox.stop();
    await age(minute);
    const maySend = async () => (await store.findWork('another', [])).maySend;
    await expect.poll(maySend, { timeout: 3_000 }).toBe(false);
    await stopped;
    expect([await getSent(), smtp.mails.length]).toEqual([3, 3]);
    smtp.slowDown(0);
    const next = await openOther();
    expect(await next.outbox.drain()).toEqual({ sent: 57, failed: 0 });
    expect(received()).toEqual([60, 60]);
  });

  test('a mail whose response does not come delays no other queue, and is tried again', async () => {
    const { age, outbox, smtp, subscribe, queueEdition, getSent } = await open(0, {
      response: 4_000,
    });
    await queueEdition({ confirmed: 5 });
    smtp.slowDown(60_000, /^reader/);
    outbox.start();
    await expect.poll(smtp.maxOpen, { timeout: 5_000 }).toBe(3);
    await subscribe('asha');
    await expect.poll(() => smtp.mails.length, { timeout: 3_000 }).toBe(1);
    smtp.slowDown(0);
    await expect.poll(getSent, { timeout: 10_000 }).toBe(2); // The others wait for a minute.
    await age(minute);
    await expect.poll(getSent, { timeout: 10_000 }).toBe(5);
  });

  test('refused one after the other an edition is paused, and confirmations are sent', async () => {
    const made = await open(25);
    const { store, smtp, outbox, log, subscribe, database } = made;
    await database.query(
      "UPDATE newsletter_subscribers SET address = REPLACE(address, '@', '@' || SUBSTR(address, LENGTH(address) - 12, 1) || '.')",
    );
    smtp.reject(/./, '550 5.1.1 No such user');
    await outbox.drain();
    expect(smtp.rejected()).toBeLessThan(10 + concurrency);
    expect(await store.listEditions()).toMatchObject([{ sent: 0, pauseCode: '550 5.1.1' }]);
    const said = log.lines.filter(({ msg }) => String(msg).startsWith('edition paused'));
    expect(said).toHaveLength(1);
    smtp.reject(/./, undefined);
    await subscribe('asha'); // Confirmations are never paused.
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
  });

  test('two processes send at one rate, evenly, and a new sender waits first', async () => {
    const count = 8;
    const made = await open(count, {}, { MAIL_RATE: '5/s' });
    const { outbox, smtp, openOther, received } = made;
    const other = await openOther();
    const startedAt = performance.now();
    const arrivals: number[] = [];
    for (const each of [outbox, other.outbox]) each.start();
    while (arrivals.length < count) {
      await expect.poll(() => smtp.mails.length, { interval: 5 }).toBeGreaterThan(arrivals.length);
      arrivals.push(performance.now() - startedAt);
    }
    for (const [place, arrival] of arrivals.entries())
      expect(arrival).toBeGreaterThan((place + 1) * 200 - 50);
    expect(received()).toEqual([count, count]);
  });

  test('an outcome that cannot be stored is stored before the next mail is taken', async () => {
    const { store, createWith, log, received, getSent, subscribe } = await open(3);
    let isAway = true;
    const storeStep: typeof store.storeStep = async (...step) => {
      if (isAway) throw new StoreUnavailable(new Error('away'));
      return store.storeStep(...step);
    };
    const takeMail = vi.fn(store.takeMail);
    const outbox = createWith({ storeStep, takeMail }, 50);
    outbox.start();
    await log.waitFor(({ reason }) => reason === 'away');
    const taken = takeMail.mock.calls.length;
    await subscribe('asha'); // Its queue has a free place.
    await new Promise((done) => setTimeout(done, 500));
    expect(takeMail).toHaveBeenCalledTimes(taken);
    isAway = false;
    await expect.poll(getSent).toBe(3);
    await expect.poll(received).toEqual([4, 4]);
    await outbox.stop();
  });

  test('an idle process only reads, and one that is not the sender takes nothing', async () => {
    const { store, createWith, smtp, subscribe, age } = await open();
    const findWork = vi.fn(store.findWork);
    const becomeSender = vi.fn(store.becomeSender);
    const takeMail = vi.fn(store.takeMail);
    const outbox = createWith({ findWork, becomeSender, takeMail }, 1);
    outbox.start();
    await expect.poll(() => findWork.mock.calls.length).toBeGreaterThan(20);
    expect(becomeSender).not.toHaveBeenCalled();
    await store.becomeSender('another');
    await subscribe('asha');
    const calls = findWork.mock.calls.length;
    await expect.poll(() => findWork.mock.calls.length).toBeGreaterThan(calls + 20);
    expect(takeMail).not.toHaveBeenCalled();
    await age(minute); // The other process was killed.
    await expect.poll(() => smtp.mails.length).toBe(1);
    await outbox.stop();
  });
});
