import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { secretIdLength } from '../keys/keys.ts';
import { after, chunk, type Database, deleteInChunks, listValues, sql } from './store-database.ts';
import { isSendable } from './store-sql-mails.ts';

/** Queries that delete by age, that count bounces, and those about the secrets of fingerprints. */
export function createRetentionQueries(database: Database) {
  const { run, transaction } = database;
  /** The time before which rows end; in a query of its own, as an index cannot use a clock that runs. */
  const before = (age: number) => sql`(SELECT ${after(database, -age)})`;
  return {
    /** Removes unconfirmed subscribers older than `age`. @returns how many */
    removeUnconfirmed: (age: number) =>
      deleteInChunks(
        database,
        'subscribers',
        sql`status = 'pending' AND requested_at <= ${before(age)} ORDER BY requested_at`,
      ),

    /** Removes what the former program counted, keyed hashes of people, after its time. @returns how many rows */
    async removeFormerCounts() {
      const isOver = sql`ends_at <= ${before(0)}`;
      return (
        (await deleteInChunks(database, 'limits', isOver, 'key')) +
        (await deleteInChunks(database, 'submissions', isOver, 'owner, key'))
      );
    },

    /**
     * Counts the refused addresses of editions that somebody has received, each once. Those of a paused or cancelled
     * edition count for nobody: the fault may be ours.
     *
     * @returns the subscribers who bounced in `max` editions in a row
     */
    async countBounces(max: number) {
      const isCounted = sql`EXISTS (SELECT 1 FROM newsletter_mails s
        WHERE s.edition_id = newsletter_mails.edition_id AND s.state = 'sent')
        AND edition_id IN (SELECT id FROM newsletter_editions WHERE ${isSendable})`;
      const refused = sql`SELECT id FROM newsletter_mails WHERE state = 'refused' AND ${isCounted}`;
      const countSome = () =>
        transaction(async (inside) => {
          const counted = await inside(sql`
            UPDATE newsletter_mails SET state = 'bounced'
            WHERE state = 'refused' AND id IN (${refused} LIMIT ${chunk}) RETURNING subscriber_id AS id`);
          for (const { id } of counted)
            await inside(sql`
              UPDATE newsletter_subscribers SET bounces = bounces + 1 WHERE id = ${String(id)}`);
          return counted.length;
        });
      while ((await countSome()) === chunk) await setImmediate();
      const rows = await run(sql`
        SELECT s.address_key AS key, MAX(m.code) AS code
        FROM newsletter_subscribers s JOIN newsletter_mails m ON m.subscriber_id = s.id
        WHERE s.bounces >= ${max} AND m.state = 'bounced' GROUP BY s.address_key`);
      return rows.map((row) => z.object({ key: z.string(), code: z.string() }).parse(row));
    },

    /** Removes what was deleted from SQLite's log of changes. */
    emptyLog: async () => database.emptyLog?.(),

    /** The secrets that an earlier version stored, encrypted. */
    async listStoredSecrets(): Promise<readonly string[]> {
      const rows = await run(sql`SELECT encrypted FROM newsletter_secrets`);
      return rows.map(({ encrypted }) => String(encrypted));
    },
    /** The number of suppressions whose fingerprints were made with none of these secrets. */
    async countSuppressionsOutside(secretIds: readonly string[]) {
      const [row] = await run(sql`
        SELECT COUNT(*) AS suppressions FROM newsletter_suppressions
        WHERE SUBSTR(hash, 1, ${secretIdLength}) NOT IN (${listValues(secretIds)})`);
      return Number(row?.['suppressions']);
    },
  };
}
