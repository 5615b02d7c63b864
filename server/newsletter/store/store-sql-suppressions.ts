import type { NewsletterStore, Row, SuppressionReason } from './store.ts';
import {
  type Database,
  placeholders,
  readOneOf,
  readText,
  type Transaction,
} from './store-database.ts';

type SuppressionQueries = Pick<NewsletterStore, 'suppress' | 'findSuppression' | 'liftSuppression'>;

/** Addresses to which nothing is sent. */
export function createSuppressionQueries({ run, now, transaction }: Database): SuppressionQueries {
  return {
    suppress: (key, hash, reason) =>
      transaction('durable', async (inside) => {
        const [row] = await inside.run(
          'DELETE FROM newsletter_subscribers WHERE address_key = ? RETURNING id',
          key,
        );
        await insertSuppression(inside, now, hash, reason, row ? readText(row, 'id') : null);
      }),
    async findSuppression(hashes) {
      const [row] = await run(
        `SELECT reason FROM newsletter_suppressions WHERE hash IN (${placeholders(hashes)})
         ORDER BY reason DESC`,
        ...hashes,
      );
      return row && readReason(row);
    },
    async liftSuppression(hashes) {
      const rows = await run(
        `DELETE FROM newsletter_suppressions WHERE hash IN (${placeholders(hashes)}) RETURNING hash`,
        ...hashes,
      );
      return rows.length > 0;
    },
  };
}

/**
 * A later reason replaces an earlier one, except that unsubscribing does not undo a bounce. The
 * subscriber's id stays, for those who come back.
 */
export async function insertSuppression(
  { run }: Transaction,
  now: string,
  hash: string,
  reason: SuppressionReason,
  subscriberId: string | null,
) {
  await run(
    `INSERT INTO newsletter_suppressions (hash, reason, since, asked_at, subscriber_id)
     VALUES (?, ?, ${now}, ${now}, ?)
     ON CONFLICT (hash) DO UPDATE SET
       reason = CASE WHEN excluded.reason = 'left' THEN newsletter_suppressions.reason ELSE excluded.reason END,
       subscriber_id = COALESCE(excluded.subscriber_id, newsletter_suppressions.subscriber_id)`,
    hash,
    reasonColumn[reason],
    subscriberId,
  );
}

/** The reasons as the tables name them. */
const reasonColumn: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: 'left',
  bounced: 'refused',
  operator: 'operator',
};

function readReason(row: Row): SuppressionReason {
  switch (readOneOf(row, 'reason', ['left', 'refused', 'operator'])) {
    case 'left':
      return 'unsubscribed';
    case 'refused':
      return 'bounced';
    case 'operator':
      return 'operator';
  }
}
