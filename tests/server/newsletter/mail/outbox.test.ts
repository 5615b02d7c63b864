import { describe, expect, test } from 'vitest';
import { leaseTime } from '#server/newsletter/mail/timing.ts';
import { makeNewsletter } from '../../../helpers/newsletter-app.ts';
import {
  age,
  insertConfirmed,
  queueEdition,
  storeKinds,
} from '../../../helpers/newsletter-stores.ts';
import { useVisits } from '../../../helpers/newsletter-visits.ts';
import { readHeaders } from '../../../helpers/smtp.ts';
import { startServer } from '../../../helpers/until-test-ends.ts';

const minute = 60_000; // milliseconds
const network = '203.0.113.7';

describe.each(storeKinds)('with %s', (kind) => {
  const openVisits = useVisits(kind);

  async function open(confirmed = 0) {
    const made = await openVisits({}, { pause: 300, poll: 100 });
    if (confirmed > 0) {
      await insertConfirmed(made.database, confirmed);
      await queueEdition(made.store);
    }
    return { ...made, recipients: () => new Set(made.smtp.mails.map(({ to }) => to)).size };
  }

  test('each attempt is counted by its outcome, the last one as given up', async () => {
    const { newsletter, store, outbox, smtp, database, counted } = await open();
    await newsletter.subscribe('asha@example.com', network);
    smtp.reject(/./, '450 4.2.1 Try later');
    await outbox.drain();
    expect(await outbox.drain()).toEqual({ sent: 0, failed: 0 });
    await age(database, minute);
    smtp.reject(/./, undefined);
    expect(await outbox.drain()).toEqual({ sent: 1, failed: 0 });
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 0 });
    expect(counted).toEqual(['deferred', 'sent']);
    await newsletter.subscribe('ravi@example.com', network);
    smtp.reject(/./, '554 5.7.1 Not from you');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await outbox.drain();
      await age(database, 13 * 60 * minute);
    }
    expect(counted.slice(2)).toEqual(['rejected', 'rejected', 'given-up']);
  });

  test('every attempt at a mail has the same Message-ID', async () => {
    const { newsletter, outbox, smtp, database } = await open();
    await newsletter.subscribe('asha@example.com', network);
    // The worker is cut off after the mail has gone and before that is noted.
    const [row = {}] = await database.query('SELECT * FROM newsletter_outbox');
    await outbox.drain();
    const values = ['id', 'subscriber_id', 'created_at'].map((name) => `'${row[name]}'`);
    await database.query(
      `INSERT INTO newsletter_outbox (id, subscriber_id, created_at, kind, state, attempts, due_at)
       VALUES (${values.join(', ')}, 'confirmation', 'waiting', 1, 0)`,
    );
    await outbox.drain();
    const ids = smtp.mails.map((mail) => String(readHeaders(mail, 'Message-ID')));
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('while the mail server is away mails wait, are counted, and go when it is back', async () => {
    const { newsletter, outbox, store, smtp, log, database } = await open();
    await smtp.stop();
    outbox.start();
    for (const name of ['a', 'b', 'c']) {
      const outcome = await newsletter.subscribe(`${name}@example.com`, network);
      expect(outcome).toEqual({ kind: 'accepted' });
    }
    await log.waitFor(({ msg, waiting }) => String(msg).startsWith('mail waits') && waiting === 3);
    await age(database, 10 * minute);
    await log.waitFor(({ oldestSeconds }) => Number(oldestSeconds) >= 600);
    await smtp.start();
    await age(database, 10 * minute); // Those that were tried in vain are due again.
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(3);
    await expect.poll(async () => (await store.stats()).waiting).toBe(0);
  });

  test('a worker that is stopped finishes what it is sending and gives the rest back', async () => {
    const { outbox, store, smtp, environment, recipients } = await open(60);
    smtp.slowDown(100);
    outbox.start();
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await outbox.stop();
    const sent = smtp.mails.length;
    expect(sent).toBeLessThan(60);
    expect((await store.countRecipients('issue')).sent).toBe(sent);
    smtp.slowDown(0);
    const next = await makeNewsletter(environment);
    expect(await next.outbox.drain()).toEqual({ sent: 60 - sent, failed: 0 });
    expect([recipients(), smtp.mails.length]).toEqual([60, 60]);
  });

  test('two workers send hundreds of mails, and none twice', async () => {
    const count = 200;
    const { outbox, smtp, environment, recipients } = await open(count);
    const other = await makeNewsletter(environment);
    const results = await Promise.all([outbox.drain(), other.outbox.drain()]);
    for (const { sent, failed } of results) expect([sent > 0, failed]).toEqual([true, 0]);
    expect([recipients(), smtp.mails.length]).toEqual([count, count]);
    expect(smtp.maxOpen()).toBeGreaterThan(1);
  }, 60_000);

  test('a server killed in mid-batch loses nothing, and at worst what was in flight comes twice', async () => {
    const count = 80;
    const { store, smtp, database, environment, recipients } = await open(count);
    smtp.slowDown(40);
    const { child, ended } = await startServer({ ...environment, PORT: '0' });
    await expect.poll(() => smtp.mails.length, { timeout: 45_000 }).toBeGreaterThan(5);
    child.kill('SIGKILL');
    await ended;
    await age(database, leaseTime); // The leases of the dead process have to end first.
    smtp.slowDown(0);
    const last = await makeNewsletter(environment);
    const sendRest = async () => {
      await last.outbox.drain();
      return (await store.countRecipients('issue')).sent;
    };
    await expect.poll(sendRest, { timeout: 30_000, interval: 200 }).toBe(count);
    expect(recipients()).toBe(count);
    expect(smtp.mails.length).toBeLessThanOrEqual(count + 5);
  }, 120_000);
});
