import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { age, storeKinds, useDatabases } from '../../../helpers/newsletter-stores.ts';
import { useVisits } from '../../../helpers/newsletter-visits.ts';
import { makeRequest } from '../../../helpers/store-contract.ts';

const minute = 60_000; // milliseconds
const hour = 60 * minute;

describe.each(storeKinds)('when the clock jumps, with %s', (kind) => {
  const openVisits = useVisits(kind);

  async function open(limits: Record<string, string> = {}) {
    const made = await openVisits(limits, { poll: 100, pause: 100 });
    const subscribe = async () =>
      (await made.newsletter.subscribe('asha@example.com', 'network')).kind;
    /** Sets the database's clock forward, or back by so much less than nothing. */
    const jump = (milliseconds: number) => age(made.database, milliseconds);
    return { ...made, subscribe, jump };
  }

  test.each([
    ['back by an hour', -hour],
    ['back by a year', -365 * 24 * hour],
    ['forward by two days', 48 * hour],
  ])(
    '%s, a mail that waits is sent all the same',
    async (_name, time) => {
      const { smtp, subscribe, outbox, parts, jump } = await open();
      await smtp.stop();
      await subscribe();
      await outbox.drain(); // in vain
      await jump(time);
      if (time === -hour) await jump(hour + minute); // That much it may wait.
      await smtp.start();
      parts.tidying.start();
      outbox.start();
      await expect.poll(() => smtp.mails.length, { timeout: 30_000, interval: 100 }).toBe(1);
    },
    60_000,
  );

  test.each([
    ['back by a year', -365 * 24 * hour],
    ['forward by 25 hours', 25 * hour],
  ])('%s, nobody is locked out who was at his limit', async (_name, time) => {
    const { subscribe, jump } = await open({ LIMIT_PER_ADDRESS: '2' });
    const kinds = [await subscribe(), await subscribe(), await subscribe()];
    expect(kinds).toEqual(['accepted', 'accepted', 'limited']);
    await jump(time);
    // And the limit counts again.
    expect([await subscribe(), await subscribe(), await subscribe()]).toEqual(kinds);
  });
});

describe('PostgreSQL', () => {
  const createDatabase = useDatabases('PostgreSQL');

  test('that cuts connections at any moment rejects with StoreUnavailable, and the process lives', async () => {
    const database = await createDatabase();
    const store = database.createStore();
    await store.open();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 25; round += 1) {
      const requests = Array.from({ length: 4 }, () => store.subscribe(makeRequest()));
      const cut = database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      outcomes.push(...(await Promise.allSettled(requests)));
      await cut;
    }
    const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(failures.length).toBeGreaterThan(0);
    for (const reason of failures) expect(reason).toBeInstanceOf(StoreUnavailable);
    // A connection that was cut just now may be tried once more.
    await vi.waitFor(() => store.subscribe(makeRequest()));
    await store.close();
  }, 30_000);
});
