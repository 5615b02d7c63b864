import { describe, expect, test } from 'vitest';
import { defaultTiming, getRetryDelay } from '#server/newsletter/mail/timing.ts';
import { makeEnvironment, makeNewsletter } from '../../../helpers/newsletter-app.ts';
import {
  age,
  insertConfirmed,
  queueEdition,
  storeKinds,
  useDatabases,
} from '../../../helpers/newsletter-stores.ts';
import { readHeaders, startSmtp } from '../../../helpers/smtp.ts';
import { withProcess } from '../../../helpers/start-server.ts';

const minute = 60_000; // milliseconds
const network = '203.0.113.7';

test('the delays grow from one minute to twelve hours and stay there', () => {
  const minutes = [1, 2, 3, 4, 10, 11, 30, 1_000].map(
    (attempts) => getRetryDelay(attempts) / minute,
  );
  expect(minutes).toEqual([1, 2, 4, 8, 512, 720, 720, 720]);
});

describe.each(storeKinds)('with %s', (kind) => {
  const createDatabase = useDatabases(kind);

  async function open() {
    const database = await createDatabase();
    const smtp = await startSmtp();
    const environment = makeEnvironment(database, smtp.url);
    const made = await makeNewsletter(environment, { pause: 300, poll: 100 });
    await made.parts.ready();
    const stop = async () => {
      await made.stop();
      await smtp.stop();
    };
    return { ...made, database, smtp, environment, stop };
  }

  test.each(['450 4.2.1 Try later', '452 4.2.2 Mailbox full'])(
    'after "%s" the subscriber stays and the mail is tried again',
    async (response) => {
      const { newsletter, outbox, parts, smtp, database, stop } = await open();
      smtp.reject(/./, response);
      await newsletter.subscribe('asha@example.com', network);
      await newsletter.subscribe('ravi@example.com', network);
      await outbox.drain();
      expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
      smtp.reject(/./, undefined);
      await age(database, minute);
      expect(await outbox.drain()).toEqual({ sent: 2, failed: 0 });
      expect(await parts.store.stats()).toMatchObject({ pending: 2, waiting: 0 });
      await stop();
    },
  );

  test('each attempt is counted by its outcome, the last one as given up', async () => {
    const { newsletter, outbox, smtp, database, counted, stop } = await open();
    await newsletter.subscribe('asha@example.com', network);
    smtp.reject(/./, '450 4.2.1 Try later');
    await outbox.drain();
    await age(database, minute);
    smtp.reject(/./, undefined);
    await outbox.drain();
    expect(counted).toEqual(['deferred', 'sent']);
    await newsletter.subscribe('ravi@example.com', network);
    smtp.reject(/./, '554 5.7.1 Not from you');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await outbox.drain();
      await age(database, 13 * 60 * minute);
    }
    expect(counted.slice(2)).toEqual(['rejected', 'rejected', 'given-up']);
    await stop();
  });

  test('every attempt at a mail has the same Message-ID', async () => {
    const { newsletter, outbox, smtp, database, stop } = await open();
    await newsletter.subscribe('asha@example.com', network);
    // The worker is cut off after the mail has gone and before that is noted.
    const rows = await database.query('SELECT * FROM newsletter_outbox');
    expect(rows).toHaveLength(1);
    const [row = {}] = rows;
    await outbox.drain();
    const values = ['id', 'subscriber_id', 'created_at'].map((name) => `'${row[name]}'`);
    await database.query(
      `INSERT INTO newsletter_outbox (id, subscriber_id, created_at, kind, state, attempts, due_at)
       VALUES (${values.join(', ')}, 'confirmation', 'waiting', 1, 0)`,
    );
    await outbox.drain();
    expect(smtp.mails).toHaveLength(2);
    const ids = smtp.mails.map((mail) => readHeaders(mail, 'Message-ID'));
    expect(ids[0]).toEqual(ids[1]);
    await stop();
  });

  test('while the mail server is away mails wait, are counted, and go when it is back', async () => {
    const { newsletter, outbox, parts, smtp, log, database, stop } = await open();
    await smtp.stop();
    outbox.start();
    for (const name of ['a', 'b', 'c']) {
      expect(await newsletter.subscribe(`${name}@example.com`, network)).toEqual({
        kind: 'accepted',
      });
    }
    await log.waitFor(({ msg, waiting }) => String(msg).startsWith('mail waits') && waiting === 3);
    await age(database, 10 * minute);
    await log.waitFor(({ oldestSeconds }) => Number(oldestSeconds) >= 600);
    await smtp.start();
    await age(database, 10 * minute); // Those that were tried in vain are due again.
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(3);
    await expect.poll(async () => (await parts.store.stats()).waiting).toBe(0);
    await stop();
  });

  test('a worker that is stopped finishes what it is sending and gives the rest back', async () => {
    const { outbox, parts, smtp, database, environment, stop } = await open();
    await insertConfirmed(database, 100);
    await queueEdition(parts.store);
    smtp.slowDown(100);
    outbox.start();
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(0);
    await outbox.stop();
    const sent = smtp.mails.length;
    expect(sent).toBeLessThan(100);
    expect((await parts.store.countRecipients('issue')).sent).toBe(sent);
    smtp.slowDown(0);
    const next = await makeNewsletter(environment);
    expect(await next.outbox.drain()).toEqual({ sent: 100 - sent, failed: 0 });
    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(100);
    expect(smtp.mails).toHaveLength(100);
    await next.stop();
    await stop();
  });

  test('two workers send hundreds of mails, and none twice', async () => {
    const count = 400;
    const { outbox, parts, smtp, database, environment, stop } = await open();
    const other = await makeNewsletter(environment);
    await insertConfirmed(database, count);
    await queueEdition(parts.store);
    const results = await Promise.all([outbox.drain(), other.outbox.drain()]);
    for (const { sent, failed } of results) {
      expect(sent).toBeGreaterThan(0);
      expect(failed).toBe(0);
    }
    expect(smtp.mails).toHaveLength(count);
    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(count);
    expect(smtp.maxOpen()).toBeGreaterThan(1);
    await other.stop();
    await stop();
  }, 120_000);

  test('a server killed in mid-batch loses nothing, and at worst what was in flight comes twice', async () => {
    const count = 120;
    const { parts, smtp, database, environment, stop } = await open();
    await insertConfirmed(database, count);
    await queueEdition(parts.store);
    smtp.slowDown(40);
    for (let round = 0; round < 2; round += 1) {
      const before = smtp.mails.length;
      await withProcess({ ...environment, PORT: '0' }, async ({ child, ended }) => {
        await expect.poll(() => smtp.mails.length, { timeout: 45_000 }).toBeGreaterThan(before + 5);
        child.kill('SIGKILL');
        await ended;
      });
      // On PostgreSQL the leases of the dead process have to end first; on SQLite its lock is gone.
      if (kind === 'PostgreSQL') await age(database, defaultTiming.lease);
    }
    smtp.slowDown(0);
    const last = await makeNewsletter(environment);
    await expect
      .poll(
        async () => {
          await last.outbox.drain();
          return (await parts.store.countRecipients('issue')).sent;
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(count);
    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(count);
    expect(smtp.mails.length).toBeLessThanOrEqual(count + 2 * 5);
    await last.stop();
    await stop();
  }, 120_000);
});
