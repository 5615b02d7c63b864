import { migrations as allMigrations, type Migration } from './migrations.ts';
import type { NewsletterStore, Row, Subscriber } from './store.ts';
import {
  type Database,
  migrate,
  placeholders,
  readNumber,
  readOneOf,
  readText,
  readTextOrNull,
} from './store-database.ts';
import { createBounceQueries } from './store-sql-bounces.ts';
import { createOutboxQueries, freeDeadLeases } from './store-sql-outbox.ts';
import { createPersonQueries } from './store-sql-person.ts';
import { createSuppressionQueries, insertSuppression } from './store-sql-suppressions.ts';
import { createTidyingQueries } from './store-sql-tidying.ts';

/**
 * The store over either database.
 *
 * @param migrations which tables to make; a test hands in those of an earlier version
 */
export function createSqlStore(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
): NewsletterStore {
  const { run, now } = database;
  return {
    async open() {
      await database.connect();
      await migrate(database, migrations);
      if (migrations === allMigrations) await freeDeadLeases(database);
    },
    close: () => database.close(),
    async backUp(file) {
      await database.backUp?.(file);
      return database.backUp !== undefined;
    },
    ...createSubscriberQueries(database),
    ...createSuppressionQueries(database),
    ...createOutboxQueries(database),
    ...createBounceQueries(database),
    ...createTidyingQueries(database),
    ...createPersonQueries(database),

    count: (limits) =>
      database.transaction('loose', async (transaction) => {
        // Also over is what ends later than a window that begins now: the clock was set back, and
        // nobody is to wait for what it showed. A minute for those who began just before us.
        const over = `(newsletter_limits.ends_at <= ${now}
          OR newsletter_limits.ends_at > excluded.ends_at + 60000)`;
        for (const { key, max, window } of limits) {
          const [row = {}] = await transaction.run(
            `INSERT INTO newsletter_limits (key, hits, ends_at)
             VALUES (?, 1, ${now} + CAST(? AS BIGINT))
             ON CONFLICT (key) DO UPDATE SET
               hits = CASE WHEN ${over} THEN 1 ELSE newsletter_limits.hits + 1 END,
               ends_at = CASE WHEN ${over} THEN excluded.ends_at ELSE newsletter_limits.ends_at END
             RETURNING hits, ends_at - ${now} AS remaining`,
            key,
            window,
          );
          if (readNumber(row, 'hits') > max) return Math.max(1, readNumber(row, 'remaining'));
        }
        return undefined;
      }),

    async addConsent(version, text) {
      await run(
        'INSERT INTO newsletter_consents (version, text) VALUES (?, ?) ON CONFLICT (version) DO NOTHING',
        version,
        text,
      );
    },
    async findConsent(version) {
      const [row] = await run('SELECT text FROM newsletter_consents WHERE version = ?', version);
      return row && readText(row, 'text');
    },
  };
}

type SubscriberQueries = Pick<
  NewsletterStore,
  | 'subscribe'
  | 'confirm'
  | 'getConfirmationState'
  | 'remove'
  | 'isSuppressed'
  | 'findSubscriber'
  | 'listSubscribers'
>;

function createSubscriberQueries({
  run,
  now,
  forUpdate,
  transaction,
}: Database): SubscriberQueries {
  return {
    // Whatever the address is, one row is written and one transaction reaches the disk, so that the
    // time of the response does not tell: that is what `asked_at` is for.
    subscribe: ({ id, address, key, hashes, consent }) =>
      transaction('durable', async ({ run: inside }) => {
        const suppressions = await inside(
          `UPDATE newsletter_suppressions SET asked_at = ${now}
           WHERE hash IN (${placeholders(hashes)}) RETURNING reason, subscriber_id`,
          ...hashes,
        );
        // Who has unsubscribed may come back, by the link in the mail. To the others nothing is sent.
        if (suppressions.some(({ reason }) => reason !== 'left')) return;
        // With the former id, so that the links of old mails work again. Not where the subscriber is
        // known already: one row would conflict with two constraints.
        const former = suppressions.map((row) => readTextOrNull(row, 'subscriber_id'));
        const pending = `newsletter_subscribers.status = 'pending'`;
        const [row] = await inside(
          `INSERT INTO newsletter_subscribers
             (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)
           VALUES (
             CASE WHEN EXISTS (SELECT 1 FROM newsletter_subscribers WHERE address_key = ?)
               THEN CAST(? AS TEXT) ELSE CAST(? AS TEXT) END,
             ?, ?, 'pending', ${now}, NULL, ${now}, ?)
           ON CONFLICT (address_key) DO UPDATE SET
             asked_at = excluded.asked_at,
             requested_at = CASE WHEN ${pending} THEN excluded.requested_at ELSE newsletter_subscribers.requested_at END,
             consent = CASE WHEN ${pending} THEN excluded.consent ELSE newsletter_subscribers.consent END
           RETURNING id, status`,
          key,
          id,
          former.find((each) => each !== null) ?? id,
          address,
          key,
          consent,
        );
        if (row?.['status'] !== 'pending') return;
        const subscriberId = readText(row, 'id');
        // A mail that was given up is written anew, under a new Message-ID; one that waits for its
        // next attempt is due now. One that a worker is sending at this moment stays as it is.
        const givenUp = `newsletter_outbox.state = 'abandoned'`;
        await inside(
          `INSERT INTO newsletter_outbox
             (id, kind, issue_id, subscriber_id, state, attempts, lease, due_at, created_at)
           VALUES (? || '-' || CAST(${now} AS TEXT), 'confirmation', NULL, ?, 'waiting', 0, NULL, ${now}, ${now})
           ON CONFLICT (subscriber_id) WHERE kind = 'confirmation' DO UPDATE SET
             id = CASE WHEN ${givenUp} THEN excluded.id ELSE newsletter_outbox.id END,
             created_at = CASE WHEN ${givenUp} THEN excluded.created_at ELSE newsletter_outbox.created_at END,
             state = 'waiting', attempts = 0, due_at = excluded.due_at
           WHERE newsletter_outbox.lease IS NULL`,
          subscriberId,
          subscriberId,
        );
      }),

    confirm: (tokenHash, hashesOf) =>
      transaction('durable', async ({ run: inside }) => {
        const [row] = await inside(
          `SELECT s.id, s.address_key, s.status,
             CASE WHEN c.expires_at > ${now} THEN 1 ELSE 0 END AS valid
           FROM newsletter_confirmations c
           JOIN newsletter_subscribers s ON s.id = c.subscriber_id
           WHERE c.hash = ? ${forUpdate}`,
          tokenHash,
        );
        if (!row) return 'link-expired';
        // A token stays as long as its subscriber: its second use is no error.
        if (row['status'] === 'confirmed') return 'already-confirmed';
        if (row['valid'] !== 1) return 'link-expired';
        const id = readText(row, 'id');
        const hashes = hashesOf(readText(row, 'address_key'));
        await inside(
          `UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = ${now} WHERE id = ?`,
          id,
        );
        await inside(
          `DELETE FROM newsletter_outbox WHERE subscriber_id = ? AND kind = 'confirmation'`,
          id,
        );
        await inside(
          `DELETE FROM newsletter_suppressions WHERE reason = 'left' AND hash IN (${placeholders(hashes)})`,
          ...hashes,
        );
        return 'confirmed';
      }),

    async getConfirmationState(tokenHash) {
      const [row] = await run(
        `SELECT s.status, CASE WHEN c.expires_at > ${now} THEN 1 ELSE 0 END AS valid
         FROM newsletter_confirmations c
         JOIN newsletter_subscribers s ON s.id = c.subscriber_id WHERE c.hash = ?`,
        tokenHash,
      );
      if (row?.['status'] === 'confirmed') return 'already-confirmed';
      return row?.['valid'] === 1 ? 'confirm' : 'link-expired';
    },

    remove: (who, suppression) =>
      transaction('durable', async (inside) => {
        const [column, value] = 'id' in who ? ['id', who.id] : ['address_key', who.key];
        const [row] = await inside.run(
          `DELETE FROM newsletter_subscribers WHERE ${column} = ? RETURNING id, address_key`,
          value,
        );
        if (!row) return false;
        if (suppression) {
          const hash = suppression.hashOf(readText(row, 'address_key'));
          await insertSuppression(inside, now, hash, suppression.reason, readText(row, 'id'));
        }
        return true;
      }),

    async isSuppressed(id) {
      const rows = await run('SELECT 1 FROM newsletter_suppressions WHERE subscriber_id = ?', id);
      return rows.length > 0;
    },

    async findSubscriber(key) {
      const [row] = await run(`${selectSubscriber} WHERE address_key = ?`, key);
      return row && readSubscriber(row);
    },
    async listSubscribers(after, count) {
      const rows = await run(`${selectSubscriber} WHERE id > ? ORDER BY id LIMIT ?`, after, count);
      return rows.map(readSubscriber);
    },
  };
}

const selectSubscriber =
  'SELECT id, address, address_key, status, requested_at, confirmed_at, consent FROM newsletter_subscribers';

function readSubscriber(row: Row): Subscriber {
  return {
    id: readText(row, 'id'),
    address: readText(row, 'address'),
    key: readText(row, 'address_key'),
    status: readOneOf(row, 'status', ['pending', 'confirmed']),
    requestedAt: readNumber(row, 'requested_at'),
    confirmedAt: row['confirmed_at'] === null ? null : readNumber(row, 'confirmed_at'),
    consent: readText(row, 'consent'),
  };
}
