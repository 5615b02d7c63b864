import { describe, expect, test } from 'vitest';
import { maxFailuresInRow, maxRejectionsInRow } from '#server/newsletter/mail/circuit-breaker.ts';
import { concurrency } from '#server/newsletter/mail/outbox.ts';
import { identifyPerson } from '#server/newsletter/operator/export-subscribers.ts';
import { makeEnvironment, makeNewsletter } from '../../../helpers/newsletter-app.ts';
import {
  age,
  insertConfirmed,
  queueEdition,
  storeKinds,
  useDatabases,
} from '../../../helpers/newsletter-stores.ts';
import { startSmtp } from '../../../helpers/smtp.ts';

const hour = 3_600_000; // milliseconds
const day = 24 * hour;
const dead = 'reader-0@example.com';

/** Those that blame the address; for a whole list they are a fault of ours all the same. */
const bounces = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'].map(
  (code) => `550 ${code} No such user`,
);
const rejections = [
  '550 5.1.0 <news@circle.example>: Sender address rejected',
  '553 5.1.7 Bad sender address syntax',
  '550 5.1.8 <news@circle.example>: Domain not found',
  '550 relay not permitted',
  '551 User not local',
  '553 sorry, that domain is not in my list of allowed rcpthosts',
  '552 5.2.2 Mailbox full',
  '550 5.7.1 Relaying denied',
  '554 5.7.26 Unauthenticated mail',
  '550 5.4.1 Recipient address rejected: Access denied',
];

describe.each(storeKinds)('with %s', (kind) => {
  const createDatabase = useDatabases(kind);

  async function open(count: number) {
    const database = await createDatabase();
    const smtp = await startSmtp();
    const environment = makeEnvironment(database, smtp.url);
    const made = await makeNewsletter(environment, { pause: 100, poll: 50 });
    await made.parts.ready();
    if (count > 0) {
      await insertConfirmed(database, count);
      await queueEdition(made.parts.store);
    }
    const { store } = made.parts;
    return {
      ...made,
      store,
      database,
      smtp,
      environment,
      nextDay: () => age(database, day + hour),
      paused: () => made.log.lines.filter(({ msg }) => String(msg).startsWith('sending paused')),
      async findPerson(key: string) {
        const found = await store.listPersonRows(identifyPerson(made.parts.keys, key));
        return { subscriber: found['subscribers']?.[0], suppression: found['suppressions']?.[0] };
      },
      async stop() {
        await made.stop();
        await smtp.stop();
      },
    };
  }

  // What a code means is decided before the store: one store is enough for all of them.
  const one = kind === 'SQLite' ? undefined : 1;

  test.each([...bounces, ...rejections].slice(0, one))(
    'a server that rejects the whole list with "%s" makes the batch pause, and nobody is lost',
    async (response) => {
      const count = 25;
      const made = await open(count);
      const { store, smtp, outbox } = made;
      smtp.reject(/./, response);
      for (let round = 0; round < 5; round += 1) {
        await outbox.drain();
        await made.nextDay();
      }
      expect(await store.stats()).toMatchObject({ confirmed: count, suppressed: { bounced: 0 } });
      // What was on its way at the moment of the pause comes on top.
      expect(smtp.rejected()).toBeGreaterThanOrEqual(maxRejectionsInRow);
      expect(smtp.rejected()).toBeLessThan(maxRejectionsInRow + concurrency);
      const { pauses } = await store.getDeliveryProblems();
      const code = /^\d{3}( [\d.]+\.\d+)?/.exec(response)?.[0];
      expect(pauses).toMatchObject([{ batch: 'issue', code, mails: count }]);
      expect(made.paused()).toHaveLength(1);
      smtp.reject(/./, undefined);
      expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
      expect(await store.resume()).toBe(count);
      expect(await outbox.drain()).toEqual({ sent: count, failed: 0 });
      expect((await store.getDeliveryProblems()).pauses).toEqual([]);
      await made.stop();
    },
    30_000,
  );

  test.each(bounces.slice(0, one))(
    'a list too small to pause survives "%s" for a week',
    async (response) => {
      const made = await open(1);
      made.smtp.reject(/./, response);
      for (let round = 0; round < 7; round += 1) {
        await made.outbox.drain();
        await made.nextDay();
      }
      expect(made.smtp.rejected()).toBe(7);
      expect(await made.store.stats()).toMatchObject({ confirmed: 1, suppressed: { bounced: 0 } });
      await made.stop();
    },
  );

  test.each(rejections.slice(0, one))(
    'after "%s" one subscriber stays, is tried three times, and the others get the mail',
    async (response) => {
      const made = await open(3);
      const { store, smtp, outbox } = made;
      smtp.reject(/^reader-0@/, response);
      for (let round = 0; round < 5; round += 1) {
        await outbox.drain();
        await made.nextDay();
      }
      expect([smtp.mails.length, smtp.rejected()]).toEqual([2, 3]);
      expect(await store.stats()).toMatchObject({ confirmed: 3, waiting: 0, givenUp: 1 });
      expect((await store.getDeliveryProblems()).pauses).toEqual([]);
      smtp.reject(/./, undefined);
      expect(await store.resume()).toBe(1);
      expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
      await made.stop();
    },
  );

  test('a dead address goes after bounces on three days, and a row says why', async () => {
    const made = await open(3);
    const { store, smtp, outbox } = made;
    smtp.reject(/^reader-0@/, '550 5.1.1 No such user');
    await outbox.drain();
    // Another edition on the same day is another bounce, but no other day.
    await age(made.database, 23 * hour);
    await queueEdition(store, 'second');
    await outbox.drain();
    expect((await made.findPerson(dead)).subscriber).toMatchObject({
      bounce_days: 1,
      bounce_code: '550 5.1.1',
    });
    await made.nextDay();
    await outbox.drain();
    expect(await made.findPerson(dead)).toMatchObject({
      subscriber: { bounce_days: 2 },
      suppression: undefined,
    });
    expect(await store.stats()).toMatchObject({ confirmed: 3 });
    expect((await store.getDeliveryProblems()).bouncing).toEqual([{ code: '550 5.1.1', count: 1 }]);
    await made.nextDay();
    await outbox.drain();
    expect(await store.stats()).toMatchObject({ confirmed: 2, suppressed: { bounced: 1 } });
    const { removed, bouncing } = await store.getDeliveryProblems();
    expect([removed, bouncing]).toEqual([[{ code: '550 5.1.1', count: 1 }], []]);
    const { subscriber, suppression } = await made.findPerson(dead);
    expect(subscriber).toBeUndefined();
    expect(suppression).toMatchObject({ reason: 'refused', code: '550 5.1.1' });
    expect(Math.abs(Number(suppression?.['since']) - Date.now())).toBeLessThan(60_000);
    await made.nextDay();
    const before = smtp.rejected();
    await queueEdition(store, 'third');
    await made.newsletter.subscribe(dead, 'network');
    expect(await outbox.drain()).toEqual({ sent: 2, failed: 0 });
    expect(smtp.rejected()).toBe(before);
    await made.stop();
  });

  test('a mail that is delivered forgets the bounces before it', async () => {
    const made = await open(2);
    const { store, smtp, outbox } = made;
    for (const response of ['550 5.1.1 No', '550 5.1.1 No', undefined] as const) {
      smtp.reject(/^reader-0@/, response);
      await outbox.drain();
      await made.nextDay();
    }
    expect((await made.findPerson(dead)).subscriber).toMatchObject({ bounce_days: 0 });
    await queueEdition(store, 'second');
    smtp.reject(/^reader-0@/, '550 5.1.1 No');
    await outbox.drain();
    expect((await made.findPerson(dead)).subscriber).toMatchObject({ bounce_days: 1 });
    expect(await store.stats()).toMatchObject({ confirmed: 2 });
    await made.stop();
  });

  test('who mistyped an address is tried on three days, never suppressed, and may try again', async () => {
    const made = await open(0);
    const { store, smtp, outbox, newsletter } = made;
    smtp.reject(/./, '550 5.1.1 No such user');
    await newsletter.subscribe('asha@exmaple.com', 'network');
    for (let round = 0; round < 5; round += 1) {
      await outbox.drain();
      await made.nextDay();
    }
    expect(smtp.rejected()).toBe(3);
    const rest = { pending: 1, givenUp: 1, waiting: 0, suppressed: { bounced: 0 } };
    expect(await store.stats()).toMatchObject(rest);
    smtp.reject(/./, undefined);
    await store.resume();
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
    await made.stop();
  });

  test.each([
    ['MAIL FROM', '550 5.1.8 Domain of sender address does not exist'],
    ['MAIL FROM', '553 5.7.1 Sender address rejected: not owned by user'],
    ['DATA', '554 5.7.1 Message looks like spam'],
    ['DATA', '552 Message too large'],
  ] as const)(
    'after few tries %s "%s" makes the batch pause until it is resumed',
    async (command, response) => {
      const count = 25;
      const made = await open(count);
      const { store, smtp, outbox, log } = made;
      smtp.rejectAt(command, response);
      outbox.start();
      await log.waitFor(({ msg }) => String(msg).startsWith('sending paused'));
      await made.nextDay();
      await outbox.stop();
      expect(smtp.rejected()).toBeLessThanOrEqual(maxFailuresInRow + concurrency - 1);
      expect((await store.getDeliveryProblems()).pauses).toMatchObject([{ mails: count }]);
      expect(await store.stats()).toMatchObject({ confirmed: count, suppressed: { bounced: 0 } });
      expect(made.paused()).toHaveLength(1);
      smtp.reject(/./, undefined);
      await store.resume('issue');
      const next = await makeNewsletter(made.environment);
      expect(await next.outbox.drain()).toEqual({ sent: count, failed: 0 });
      await next.stop();
      await made.stop();
    },
  );

  test('confirmations that pause go on with the next that is delivered, or after a restart', async () => {
    const made = await open(0);
    const { store, smtp, newsletter } = made;
    const subscribe = (name: string) => newsletter.subscribe(`${name}@example.com`, 'network');
    const drain = async () => {
      await made.outbox.drain();
      await age(made.database, 13 * hour);
    };
    smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain not found');
    await Promise.all(['a', 'b', 'c'].map(subscribe));
    for (let round = 0; round < 5; round += 1) await drain();
    expect((await store.getDeliveryProblems()).pauses).toMatchObject([{ batch: 'confirmation' }]);
    expect(await store.stats()).toMatchObject({ pending: 3, waiting: 0, givenUp: 3 });
    smtp.reject(/./, undefined);
    await subscribe('d');
    await made.outbox.drain();
    await made.outbox.drain();
    expect(smtp.mails).toHaveLength(4);

    smtp.rejectAt('MAIL FROM', '550 5.1.8 Domain not found');
    await Promise.all(['e', 'f', 'g'].map(subscribe));
    for (let round = 0; round < 5; round += 1) await drain();
    expect(await store.stats()).toMatchObject({ givenUp: 3 });
    smtp.reject(/./, undefined);
    const next = await makeNewsletter(made.environment, { poll: 50 });
    next.outbox.start();
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(7);
    await next.stop();
    await made.stop();
  });
});
