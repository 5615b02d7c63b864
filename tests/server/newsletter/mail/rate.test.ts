import { describe, expect, test } from 'vitest';
import { maxDeferralsInRow } from '#server/newsletter/mail/send-mail.ts';
import { day, minute } from '#shared/dates/durations.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';
import { makeRequest, openStore } from '../../../helpers/newsletter/store-contract.ts';

/* MAIL_RATE, and the order of what is due. rate.system.test.ts simulates mail servers with limits. */

describe.each(storeKinds)('with %s', (kind) => {
  test('two processes together send evenly at the rate, and no faster', async () => {
    const count = 12;
    const rate = { MAIL_RATE: '10/s' };
    const { environment, outbox, queueEdition, smtp } = await openNewsletter(kind, rate);
    await queueEdition({ confirmed: count });
    const other = await makeNewsletter(environment);
    const arrivals: number[] = [];
    const startedAt = performance.now();
    for (const each of [outbox, other.outbox]) each.start();
    while (arrivals.length < count) {
      await expect.poll(() => smtp.mails.length).toBeGreaterThan(arrivals.length);
      arrivals.push(performance.now());
    }
    expect(arrivals.length).toBe(count);
    // A worker that is late makes up for a tenth of the interval.
    expect(performance.now() - startedAt).toBeGreaterThan((count - 1) * 90);
    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(count);
  });

  test('the rate allows one mail in each interval, also after a jump of the clock', async () => {
    const { age, claimNext, store } = await openStore(kind);
    const interval = minute;
    for (let mails = 0; mails < 8; mails += 1) await store.subscribe(makeRequest());
    const claim = async () => (await claimNext(undefined, { interval })) !== undefined;
    const claimBoth = async () => (await Promise.all([claim(), claim()])).toSorted();
    expect(await store.findWait(interval)).toBe(0);
    expect(await claimBoth()).toEqual([false, true]);
    expect(await store.findWait(interval)).toBeGreaterThan(interval * 0.8);
    await age(interval - 10_000);
    expect(await claimBoth()).toEqual([false, false]);
    await age(10_000);
    expect(await claimBoth()).toEqual([false, true]);
    await age(day); // An idle day allows no burst.
    expect(await claimBoth()).toEqual([false, true]);
    await age(-day);
    expect(await store.findWait(interval)).toBe(0);
    expect(await claimBoth()).toEqual([false, true]);
    expect(await claimNext()).toBeDefined(); // Without a rate nothing waits.
  });

  test('first attempts of confirmations come first, then those of editions, then retries, and from the other end in reverse', async () => {
    const { age, claimMail, claimNext, postpone, queueEdition, store } = await openStore(kind);
    await queueEdition({ confirmed: 3 });
    for (let mails = 0; mails < 3; mails += 1) await store.subscribe(makeRequest());
    for (let mails = 0; mails < 4; mails += 1) await postpone(await claimMail()); // 3 confirmations, 1 edition
    for (let mails = 0; mails < 2; mails += 1) await store.subscribe(makeRequest());
    const claim = async (isReversed: boolean) => {
      const mail = await claimNext(undefined, { isReversed });
      return mail && `${mail.kind} ${mail.attempts}`;
    };
    expect(await claim(true)).toBe('confirmation 2');
    expect(await claim(false)).toBe('confirmation 1');
    expect(await claim(false)).toBe('confirmation 1');
    expect(await claim(false)).toBe('edition 1');
    expect(await claim(true)).toBe('confirmation 2');
    expect(await claim(false)).toBe('edition 1');
    expect(await claim(false)).toBe('confirmation 2');
    expect(await claim(false)).toBe('edition 2');
    expect(await claim(false)).toBeUndefined();
    await age(day);
    expect(await store.findWait()).toBe(0);
  });

  test('every fourth mail is taken from the other end of the order', async () => {
    const rate = { MAIL_RATE: '1/h' };
    const { age, outbox, queueEdition, smtp, subscribe } = await openNewsletter(kind, rate);
    const next = async () => {
      await age(90 * minute);
      await outbox.drain();
      return smtp.mails.at(-1)?.to.split('-', 1)[0];
    };
    smtp.reject(/^late/, '451 4.7.1 Greylisted');
    await subscribe('late-1');
    await next(); // The first claim.
    smtp.reject(/./, undefined);
    await queueEdition({ confirmed: 4, name: 'edition' });
    for (let mails = 0; mails < 4; mails += 1) await subscribe(`form-${mails}`);
    const order = [await next(), await next(), await next(), await next(), await next()];
    expect(order).toEqual(['form', 'form', 'late', 'form', 'form']);
  });

  test('many recipients deferred in a row are one line of the log, which quotes no response', async () => {
    const { age, log, outbox, queueEdition, smtp, store } = await openNewsletter(kind);
    const said = () => log.lines.filter(({ msg }) => String(msg).includes('set MAIL_RATE'));
    await queueEdition({ confirmed: maxDeferralsInRow - 1 });
    smtp.reject(/./, '451 4.7.1 <reader@example.com>: too many');
    for (const _time of [1, 2]) {
      await outbox.drain();
      await age(minute); // The same recipients again are no more of them.
    }
    expect(said()).toEqual([]);
    await queueEdition({ confirmed: 5, name: 'other', id: 'second' });
    await outbox.drain();
    expect(said()).toMatchObject([{ code: '451 4.7.1', recipients: maxDeferralsInRow }]);
    expect(JSON.stringify(said())).not.toContain('example.com');
    const { deferred, pauses } = await store.getDeliveryProblems();
    expect([deferred, pauses]).toEqual([[{ code: '451 4.7.1', count: 23 }], []]);
  });
});
