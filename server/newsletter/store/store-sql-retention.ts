import { day } from '#shared/dates/durations.ts';
import { secretIdLength } from '../keys/keys.ts';
import {
  after,
  changeInChunks,
  type Database,
  deleteInChunks,
  listValues,
  sql,
} from './store-database.ts';
import { claimOrder } from './store-sql-outbox.ts';

/**
 * The server deletes expired data every hour. A gap longer than this, in milliseconds, means that the database's clock
 * has jumped or the server was down. Then nobody is removed for the same time, so that an operator can notice and
 * correct a wrong clock.
 */
const maxGap = day;

/** Queries that delete by age, and those about the secrets of fingerprints. */
export function createRetentionQueries(database: Database) {
  const { run, now } = database;
  /** The time before which rows end; in a query of its own, as an index cannot use a clock that runs. */
  const before = (age: number) => sql`(SELECT ${after(database, -age)})`;
  return {
    /**
     * Begins the hourly deletion.
     *
     * @returns for a day after a gap, until when nobody may be removed, in milliseconds since 1970; else null. A gap
     * during this day changes nothing, or a machine that runs less than once a day would never delete.
     */
    async beginPurge(): Promise<number | null> {
      const newHold = sql`excluded.purged_at + ${maxGap}`;
      // With 0 the first run removes at once. `now` again could be a millisecond later than `purged_at`.
      const [row] = await run(sql`
        INSERT INTO newsletter_retention AS r (id, purged_at, deletes_from) VALUES (1, ${now}, 0)
        ON CONFLICT (id) DO UPDATE SET
          deletes_from = CASE
            WHEN ABS(excluded.purged_at - r.purged_at) > ${maxGap}
              AND NOT (r.deletes_from > r.purged_at AND r.deletes_from <= ${newHold})
            THEN ${newHold} ELSE r.deletes_from END,
          purged_at = excluded.purged_at
        RETURNING deletes_from, deletes_from > purged_at AS is_held`);
      return row?.['is_held'] ? Number(row['deletes_from']) : null;
    },

    /** Removes unconfirmed subscribers older than `age`. @returns how many */
    removeUnconfirmed: (age: number) =>
      deleteInChunks(
        database,
        'subscribers',
        sql`status = 'pending' AND requested_at <= ${before(age)} ORDER BY requested_at`,
      ),

    /** Deletes the counters of limits that are over, and submissions that are no longer repeated. */
    async deleteCounters() {
      const isOver = sql`ends_at <= ${before(0)} ORDER BY ends_at`;
      await deleteInChunks(database, 'limits', isOver, 'key');
      await deleteInChunks(database, 'submissions', isOver, 'owner, key');
    },

    /**
     * Mails and probes of pauses that are due later than in `longestWait` become due now: none waits longer, unless the
     * clock was set back.
     */
    async limitWaits(longestWait: number) {
      for (const part of claimOrder) {
        await changeInChunks(
          database,
          sql`UPDATE newsletter_outbox SET due_at = ${now}`,
          sql`SELECT o.id FROM newsletter_outbox o
            WHERE o.state = 'waiting' AND ${part} AND o.due_at > ${before(-longestWait)}`,
        );
      }
      await run(sql`
        UPDATE newsletter_pauses SET probe_at = ${now}
        WHERE probe_at > ${after(database, longestWait)}`);
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
