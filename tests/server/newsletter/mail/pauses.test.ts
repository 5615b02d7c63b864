import { describe, expect, test } from 'vitest';
import { day, hour } from '#shared/dates/durations.ts';
import { makeNewsletter } from '../../../helpers/newsletter/newsletter-app.ts';
import { storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter/newsletter-visits.ts';

/* Confirmations that the mail server rejects. outbox.test.ts tests rejected editions. */

describe.each(storeKinds)('with %s', (kind) => {
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
