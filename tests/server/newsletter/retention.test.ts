import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createRetention } from '#server/newsletter/retention.ts';
import { newsletterMails } from '#shared/content/newsletter.ts';
import { day } from '#shared/dates/durations.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { findSubscriber, storeKinds } from '../../helpers/newsletter/newsletter-stores.ts';
import { makeRequest, openStore } from '../../helpers/newsletter/store-contract.ts';
import { levels, makeLogger } from '../../helpers/site/make-logger.ts';
import { readPage } from '../../helpers/site/read-page.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

test('the privacy page and the mail promise the tested days', async () => {
  const { words } = await readPage('/privacy');
  expect(words).toContain('Newsletter addresses that were never confirmed: deleted after 30 days.');
  const editions = 'Which editions we sent you: deleted 30 days after the sending of each began.';
  expect(words).toContain(editions);
  expect(newsletterMails.confirmation.notYou).toContain('we delete the address after 30 days.');
});

const off = { MAIL: 'off' };
const settings = [
  ['is on', {}],
  ['is off', off],
  ['is off and its secret is gone', { ...off, APP_SECRET: '' }],
] as const;

describe.each(storeKinds)(
  'after 30 days unconfirmed people, captured mails and recipients of editions are deleted: %s',
  (kind) => {
    test.each(settings)('the newsletter %s', async (_mode, more) => {
      const { store, database, age, queueEdition } = await openStore(kind);
      await queueEdition({ confirmed: 1 });
      await database.query("UPDATE newsletter_mails SET state = 'sent'");
      for (const [name, endsAt] of Object.entries({ old: 1, new: 9e12 })) {
        await database.query(`INSERT INTO newsletter_limits VALUES ('${name}', 1, ${endsAt})`);
        await database.query(
          `INSERT INTO newsletter_submissions VALUES ('a', '${name}', 1, ${endsAt})`,
        );
      }
      const [old, recent] = [makeRequest(), makeRequest()];
      await store.subscribe(old);
      await age(day);
      await store.subscribe(recent);
      await age(30 * day - day / 2);
      const folder = join(database.place.dataDirectory, 'mail');
      mkdirSync(folder);
      for (const [name, days] of Object.entries({
        ...{ 'confirmation-1.eml': 30.01, 'confirmation-2.eml.part': 30.01 },
        ...{ 'confirmation-3.eml': 29.9, 'notes.txt': 31 },
      })) {
        writeFileSync(join(folder, name), 'To: a@example.com\r\n\r\n');
        const time = (Date.now() - days * day) / 1000;
        utimesSync(join(folder, name), time, time);
      }
      const server = await startServer({ ...makeEnvironment(database), ...more, PORT: '0' });
      await server.waitFor(({ msg }) => msg === 'captured mails removed'); // the last part
      const parts = server.lines.filter(({ removed }) => removed !== undefined);
      expect(parts.map(({ msg, removed }) => [msg, removed])).toEqual([
        ['unconfirmed subscribers removed', 1],
        ['recipients of closed editions removed', 1],
        ['counts of the former program removed', 2],
        ['captured mails removed', 2],
      ]);
      expect((await server.end()).code).toBe(0);
      expect(await findSubscriber(store, old.address)).toBeUndefined();
      expect(await findSubscriber(store, recent.address)).toMatchObject({ status: 'pending' });
      expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 1, waiting: 1 });
      const counts =
        'SELECT key FROM newsletter_limits UNION ALL SELECT key FROM newsletter_submissions';
      expect(await database.query(counts)).toEqual([{ key: 'new' }, { key: 'new' }]);
      expect(readdirSync(folder).sort()).toEqual(['confirmation-3.eml', 'notes.txt']);
    });
  },
);

test.each(storeKinds)(
  'with %s who bounces in three editions is suppressed, also after another part has failed, which is logged',
  async (kind) => {
    const { store, database, queueEdition } = await openStore(kind);
    await queueEdition({ confirmed: 2 });
    await database.query(
      `UPDATE newsletter_mails SET code = '550 5.1.1',
       state = CASE WHEN id = (SELECT MIN(id) FROM newsletter_mails) THEN 'sent' ELSE 'refused' END`,
    );
    await database.query('UPDATE newsletter_subscribers SET bounces = 2');
    const { logger, waitFor } = makeLogger();
    const retention = createRetention({
      store: { ...store, removeUnconfirmed: () => Promise.reject(new Error('away')) },
      ready: async () => {},
      keys: createKeys(['a-secret-for-tests-with-thirty-two-characters']),
      mailFolder: database.place.dataDirectory,
      logger,
    });
    retention.start();
    onTestFinished(retention.stop);
    const part = 'unconfirmed subscribers';
    await waitFor((line) => line['part'] === part && line['level'] === levels.warn);
    const stats = { confirmed: 1, suppressed: { bounced: 1 } };
    await expect.poll(() => store.stats()).toMatchObject(stats);
  },
);

test('if the newsletter is off and was never on, nothing is written', async () => {
  const DATA_DIR = join(await makeFolder(), 'data');
  const server = await startServer({ ...off, APP_SECRET: 'x'.repeat(32), DATA_DIR, PORT: '0' });
  await readPort(server);
  expect((await server.end()).code).toBe(0);
  expect(existsSync(DATA_DIR)).toBe(false);
});
