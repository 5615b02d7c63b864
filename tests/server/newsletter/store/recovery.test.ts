import request from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '#server/newsletter/store/store.ts';
import { makeEnvironment, makeNewsletter } from '../../../helpers/newsletter-app.ts';
import { age, storeKinds, useDatabases } from '../../../helpers/newsletter-stores.ts';
import { readLink, startSmtp } from '../../../helpers/smtp.ts';
import { queryPostgres, startPostgres } from '../../../helpers/start-postgres.ts';
import { makeRequest } from '../../../helpers/store-contract.ts';
import { withFolder } from '../../../helpers/temporary-folder.ts';

const minute = 60_000; // milliseconds
const hour = 60 * minute;
const quick = { poll: 100, pause: 100 };

const waitLong = { timeout: 30_000, interval: 100 };

describe.each(storeKinds)('with %s', (kind) => {
  const createDatabase = useDatabases(kind);

  describe('when the clock jumps', () => {
    async function open(limits: Record<string, string> = {}) {
      const database = await createDatabase();
      const smtp = await startSmtp();
      const environment = { ...makeEnvironment(database, smtp.url), ...limits };
      const made = await makeNewsletter(environment, quick);
      await made.parts.ready();
      return {
        ...made,
        smtp,
        /** Sets the database's clock forward, or back by so much less than nothing. */
        jump: (milliseconds: number) => age(database, milliseconds),
        async end() {
          await made.stop();
          await smtp.stop();
        },
      };
    }

    test.each([
      ['back by an hour', -hour],
      ['back by two days', -48 * hour],
      ['back by a year', -365 * 24 * hour],
      ['forward by two days', 48 * hour],
    ])(
      '%s, a mail that waits is sent all the same',
      async (_name, jump) => {
        const made = await open();
        await made.smtp.stop();
        await made.newsletter.subscribe('asha@example.com', 'network');
        await made.outbox.drain(); // in vain
        await made.jump(jump);
        if (jump === -hour) await made.jump(hour + minute); // That much it may wait.
        await made.smtp.start();
        made.parts.tidying.start();
        made.outbox.start();
        await expect.poll(() => made.smtp.mails.length, waitLong).toBe(1);
        await made.end();
      },
      60_000,
    );

    test.each([
      ['back by two days', -48 * hour],
      ['back by a year', -365 * 24 * hour],
      ['forward by 25 hours', 25 * hour],
    ])('%s, nobody is locked out who was at his limit', async (_name, jump) => {
      const made = await open({ LIMIT_PER_ADDRESS: '2' });
      const subscribe = async () =>
        (await made.newsletter.subscribe('asha@example.com', 'network')).kind;
      const kinds = [await subscribe(), await subscribe(), await subscribe()];
      expect(kinds).toEqual(['accepted', 'accepted', 'limited']);
      await made.jump(jump);
      // And the limit counts again.
      expect([await subscribe(), await subscribe(), await subscribe()]).toEqual(kinds);
      await made.end();
    });

    test.each([
      ['back by a day', -24 * hour, 200],
      ['forward by 71 hours', 71 * hour, 200],
      ['forward by 73 hours', 73 * hour, 410],
    ])('%s, a link in a mail leads to a page that explains', async (_name, jump, status) => {
      const made = await open();
      const confirm = async () => {
        await made.outbox.drain();
        const mail = made.smtp.mails.at(-1);
        if (!mail) throw new Error('No mail has come');
        return readLink(mail, 'confirm');
      };
      await made.newsletter.subscribe('asha@example.com', 'network');
      const link = await confirm();
      await made.jump(jump);
      expect((await request(made.app).post(link).type('form').send('')).status).toBe(status);
      if (status === 410) {
        await made.newsletter.subscribe('asha@example.com', 'network');
        const next = await confirm();
        expect((await request(made.app).post(next).type('form').send('')).status).toBe(200);
      }
      await made.end();
    });
  });
});

describe('PostgreSQL', () => {
  const createDatabase = useDatabases('PostgreSQL');

  test('that cuts connections at any moment rejects with StoreUnavailable, and the process lives', async () => {
    const database = await createDatabase();
    const store = database.createStore();
    await store.open();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 60; round += 1) {
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

test('a worker whose database and mail server were away sends by itself when they are back', async () => {
  const postgres = await startPostgres();
  const smtp = await startSmtp();
  try {
    await withFolder({}, async (dataDirectory) => {
      const place = { databaseUrl: await postgres.createDatabase(), dataDirectory };
      const made = await makeNewsletter(makeEnvironment({ place }, smtp.url), quick);
      await made.parts.ready();
      await smtp.stop();
      made.outbox.start();
      await made.newsletter.subscribe('asha@example.com', 'network');
      await made.log.waitFor(({ msg }) => String(msg).includes('the mail server does not take it'));
      for (const how of ['fast', 'immediate'] as const) {
        await postgres.stop(how);
        await made.log.waitFor(({ msg }) => String(msg).includes('database is away'));
        for (const path of ['/', '/events', '/newsletter/confirm?token=x', '/healthz']) {
          const { status } = await request(made.app).get(path);
          expect([200, 410]).toContain(status);
        }
        await postgres.start();
      }
      await smtp.start();
      // Tried in vain, it waits for a minute or two: less timeouts for the test.
      await queryPostgres(place.databaseUrl, 'UPDATE newsletter_outbox SET due_at = 0');
      await expect.poll(() => smtp.mails.length, waitLong).toBe(1);
      expect((await made.newsletter.subscribe('ravi@example.com', 'network')).kind).toBe(
        'accepted',
      );
      await expect.poll(() => smtp.mails.length, waitLong).toBe(2);
      await made.stop();
    });
  } finally {
    await smtp.stop();
    await postgres.remove();
  }
}, 120_000);
