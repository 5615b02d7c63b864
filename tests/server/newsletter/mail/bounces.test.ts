import { describe, expect, test } from 'vitest';
import { maxFailuresInRow, maxRejectionsInRow } from '#server/newsletter/mail/circuit-breaker.ts';
import { concurrency } from '#server/newsletter/mail/mailer.ts';
import { identifyPerson } from '#server/newsletter/operator/export-subscribers.ts';
import type { LogLine } from '../../../helpers/make-logger.ts';
import { makeNewsletter } from '../../../helpers/newsletter-app.ts';
import {
  age,
  insertConfirmed,
  queueEdition,
  storeKinds,
} from '../../../helpers/newsletter-stores.ts';
import { useVisits } from '../../../helpers/newsletter-visits.ts';

const hour = 3_600_000; // milliseconds
const day = 24 * hour;
const dead = 'reader-0@example.com';
const noSuchUser = '550 5.1.1 No such user';

/* What each code means is in mailer-smtp.test.ts. */

describe.each(storeKinds)('with %s', (kind) => {
  const openVisits = useVisits(kind);

  async function open(count: number) {
    const made = await openVisits({}, { pause: 100, poll: 50 });
    const { store, database, outbox } = made;
    if (count > 0) {
      await insertConfirmed(database, count);
      await queueEdition(store);
    }
    return {
      ...made,
      nextDay: () => age(database, day + hour),
      /** Tries to send on so many days. */
      async tryFor(days: number, interval = day + hour) {
        for (let round = 0; round < days; round += 1) {
          await outbox.drain();
          await age(database, interval);
        }
      },
      async findPerson(key: string) {
        const found = await store.listPersonRows(identifyPerson(made.parts.keys, key));
        return { subscriber: found['subscribers']?.[0], suppression: found['suppressions']?.[0] };
      },
    };
  }

  test.each([
    ['RCPT TO', noSuchUser, maxRejectionsInRow],
    ['RCPT TO', '550 5.1.8 <news@circle.example>: Domain not found', maxRejectionsInRow],
    ['MAIL FROM', '550 5.1.8 Domain of sender address does not exist', maxFailuresInRow],
    ['DATA', '552 5.3.4 Message too large', maxFailuresInRow],
  ] as const)(
    'a server that rejects the whole list at %s with "%s" makes the batch pause after %i, and nobody is lost',
    async (command, response, max) => {
      const count = 25;
      const { store, smtp, outbox, log, tryFor } = await open(count);
      smtp.rejectAt(command, response);
      await tryFor(5);
      expect(await store.stats()).toMatchObject({ confirmed: count, suppressed: { bounced: 0 } });
      // What was on its way at the moment of the pause comes on top.
      expect(smtp.rejected()).toBeGreaterThanOrEqual(max);
      expect(smtp.rejected()).toBeLessThan(max + concurrency);
      const { pauses } = await store.getDeliveryProblems();
      expect(pauses).toMatchObject([{ batch: 'issue', code: response.slice(0, 9), mails: count }]);
      const isPause = ({ msg }: LogLine) => String(msg).startsWith('sending paused');
      expect(log.lines.filter(isPause)).toHaveLength(1);
      smtp.reject(/./, undefined);
      expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
      expect(await store.resume('issue')).toBe(count);
      expect(await outbox.drain()).toEqual({ sent: count, failed: 0 });
      expect((await store.getDeliveryProblems()).pauses).toEqual([]);
    },
    30_000,
  );

  test('a list too small to pause survives bounces for a week', async () => {
    const { store, smtp, tryFor } = await open(1);
    smtp.reject(/./, noSuchUser);
    await tryFor(7);
    expect(smtp.rejected()).toBe(7);
    expect(await store.stats()).toMatchObject({ confirmed: 1, suppressed: { bounced: 0 } });
  });

  test('one who is rejected stays, is tried three times, and the others get the mail', async () => {
    const { store, smtp, outbox, tryFor } = await open(3);
    smtp.reject(/^reader-0@/, '550 5.7.1 Relaying denied');
    await tryFor(5);
    expect([smtp.mails.length, smtp.rejected()]).toEqual([2, 3]);
    expect(await store.stats()).toMatchObject({ confirmed: 3, waiting: 0, givenUp: 1 });
    expect((await store.getDeliveryProblems()).pauses).toEqual([]);
    smtp.reject(/./, undefined);
    expect(await store.resume()).toBe(1);
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
  });

  test('a dead address goes after bounces on three days, and a row says why', async () => {
    const { store, smtp, outbox, database, newsletter, nextDay, findPerson } = await open(3);
    smtp.reject(/^reader-0@/, noSuchUser);
    await outbox.drain();
    // Another edition on the same day is another bounce, but no other day.
    await age(database, 23 * hour);
    await queueEdition(store, 'second');
    await outbox.drain();
    const first = { bounce_days: 1, bounce_code: '550 5.1.1' };
    expect((await findPerson(dead)).subscriber).toMatchObject(first);
    await nextDay();
    await outbox.drain();
    const second = { subscriber: { bounce_days: 2 }, suppression: undefined };
    expect(await findPerson(dead)).toMatchObject(second);
    expect(await store.stats()).toMatchObject({ confirmed: 3 });
    const once = [{ code: '550 5.1.1', count: 1 }];
    expect((await store.getDeliveryProblems()).bouncing).toEqual(once);
    await nextDay();
    await outbox.drain();
    expect(await store.stats()).toMatchObject({ confirmed: 2, suppressed: { bounced: 1 } });
    expect(await store.getDeliveryProblems()).toMatchObject({ removed: once, bouncing: [] });
    const { subscriber, suppression } = await findPerson(dead);
    expect(subscriber).toBeUndefined();
    expect(suppression).toMatchObject({ reason: 'refused', code: '550 5.1.1' });
    expect(Math.abs(Number(suppression?.['since']) - Date.now())).toBeLessThan(60_000);
    await nextDay();
    const before = smtp.rejected();
    await queueEdition(store, 'third');
    await newsletter.subscribe(dead, 'network');
    expect(await outbox.drain()).toEqual({ sent: 2, failed: 0 });
    expect(smtp.rejected()).toBe(before);
  });

  test('a mail that is delivered forgets the bounces before it', async () => {
    const { store, smtp, tryFor, findPerson } = await open(2);
    smtp.reject(/^reader-0@/, noSuchUser);
    await tryFor(2);
    smtp.reject(/./, undefined);
    await tryFor(1);
    expect((await findPerson(dead)).subscriber).toMatchObject({ bounce_days: 0 });
    await queueEdition(store, 'second');
    smtp.reject(/^reader-0@/, noSuchUser);
    await tryFor(1);
    expect((await findPerson(dead)).subscriber).toMatchObject({ bounce_days: 1 });
    expect(await store.stats()).toMatchObject({ confirmed: 2 });
  });

  test('who mistyped an address is tried on three days, never suppressed, and may try again', async () => {
    const { store, smtp, outbox, newsletter, tryFor } = await open(0);
    smtp.reject(/./, noSuchUser);
    await newsletter.subscribe('asha@exmaple.com', 'network');
    await tryFor(5);
    expect(smtp.rejected()).toBe(3);
    const rest = { pending: 1, givenUp: 1, waiting: 0, suppressed: { bounced: 0 } };
    expect(await store.stats()).toMatchObject(rest);
    smtp.reject(/./, undefined);
    await store.resume();
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
  });

  test('confirmations that pause go on with the next that is delivered, or after a restart', async () => {
    const { store, smtp, newsletter, outbox, environment, tryFor } = await open(0);
    const subscribe = (name: string) => newsletter.subscribe(`${name}@example.com`, 'network');
    smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain not found');
    await Promise.all(['a', 'b', 'c'].map(subscribe));
    await tryFor(5, 13 * hour);
    expect((await store.getDeliveryProblems()).pauses).toMatchObject([{ batch: 'confirmation' }]);
    expect(await store.stats()).toMatchObject({ pending: 3, waiting: 0, givenUp: 3 });
    smtp.reject(/./, undefined);
    await subscribe('d');
    await outbox.drain();
    await outbox.drain();
    expect(smtp.mails).toHaveLength(4);

    smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain not found');
    await Promise.all(['e', 'f', 'g'].map(subscribe));
    await tryFor(5, 13 * hour);
    expect(await store.stats()).toMatchObject({ givenUp: 3 });
    smtp.reject(/./, undefined);
    const next = await makeNewsletter(environment, { poll: 50 });
    next.outbox.start();
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(7);
  });
});
