import { codeCountRow, pauseRow } from './store.ts';
import {
  after,
  changeInChunks,
  type Database,
  listValues,
  type Sql,
  sql,
} from './store-database.ts';
import { batchOf, isWaiting } from './store-sql-outbox.ts';

/** Queries about paused batches. */
export function createPauseQueries(database: Database) {
  const { run, now, forUpdate } = database;
  return {
    /**
     * Pauses a batch. Its mails keep their own times.
     *
     * @param probeDelay milliseconds until one mail of the batch is tried; without it the operator ends the pause
     * @returns false if it was paused already
     */
    async pause(batch: string, code: string, probeDelay?: number): Promise<boolean> {
      const probeAt = probeDelay === undefined ? sql`NULL` : after(database, probeDelay);
      const rows = await run(sql`
        INSERT INTO newsletter_pauses (batch, code, paused_at, probe_at)
        VALUES (${batch}, ${code}, ${now}, ${probeAt})
        ON CONFLICT (batch) DO NOTHING RETURNING batch`);
      return rows.length > 0;
    },

    /** Ends the pause of a batch. Its mails are sent at their own times. @returns whether there was one */
    async endPause(batch: string): Promise<boolean> {
      const rows = await run(sql`DELETE FROM newsletter_pauses WHERE batch = ${batch} RETURNING 1`);
      return rows.length > 0;
    },

    /**
     * Used after the operator corrected the cause. Makes the mails of a paused batch due now; without a batch all
     * that were paused, given up or postponed.
     * @returns how many
     */
    async resume(batch?: string): Promise<number> {
      const isMeant = (column: Sql) =>
        batch === undefined ? sql`true` : sql`${column} = ${batch}`;
      const pauses = sql`FROM newsletter_pauses WHERE ${isMeant(sql`batch`)}`;
      const paused = (await run(sql`SELECT batch ${pauses}`)).map((row) => String(row['batch']));
      if (batch !== undefined && paused.length === 0) return 0;
      // A mail in flight is left to its worker, and one that is perhaps sent to its time.
      const isPaused = sql`(o.state = 'waiting' AND o.lease IS NULL AND o.silences = 0
        AND ${batchOf} IN (${listValues(paused)}))`;
      const isReady = sql`(o.attempts = 0 AND o.due_at <= ${now})`;
      const [row] = await run(sql`
        SELECT COUNT(*) AS ready FROM newsletter_outbox o WHERE ${isPaused} AND ${isReady}`);
      const isLate = sql`o.lease IS NULL AND NOT ${isReady} AND (${isPaused} OR ${isWaiting})`;
      // Locks the mails in one order: otherwise two workers could deadlock.
      const changed = await changeInChunks(
        database,
        sql`UPDATE newsletter_outbox SET state = 'waiting', attempts = 0, rejections = 0,
          first_tried_at = NULL, due_at = ${now}`,
        sql`SELECT o.id FROM newsletter_outbox o
          WHERE (o.state = 'given-up' OR (${isLate})) AND ${isMeant(batchOf)} ORDER BY o.id`,
        { lock: forUpdate },
      );
      await run(sql`DELETE ${pauses}`); // Last, so that after a crash the next `resume` continues.
      return Number(row?.['ready']) + changed;
    },

    /** Lists all problems of sending, for the operator. */
    async getDeliveryProblems() {
      const pauses = await run(sql`
        SELECT p.batch, p.code, p.paused_at AS "pausedAt", e.subject,
          (SELECT COUNT(*) FROM newsletter_outbox o
           WHERE o.state = 'waiting' AND ${batchOf} = p.batch) AS mails
        FROM newsletter_pauses p LEFT JOIN newsletter_editions e ON e.id = p.batch
        ORDER BY p.paused_at`);
      const count = async (from: Sql, code = sql`code`) => {
        const rows = await run(sql`
          SELECT COALESCE(${code}, '') AS code, COUNT(*) AS count FROM ${from}
          GROUP BY COALESCE(${code}, '') ORDER BY 2 DESC, 1`);
        return rows.map((row) => codeCountRow.parse(row));
      };
      return {
        pauses: pauses.map((row) => pauseRow.parse(row)),
        // Addresses that were removed because their mail server said that they do not exist.
        removed: await count(sql`newsletter_suppressions WHERE reason = 'bounced'`),
        // Subscribers with a bounced last mail. They stay for now.
        bouncing: await count(sql`newsletter_subscribers WHERE bounce_days > 0`, sql`bounce_code`),
        givenUp: await count(sql`newsletter_outbox WHERE state = 'given-up'`),
        // Transient codes only: those of a mail server that limits mails, or of greylisting.
        deferred: await count(sql`newsletter_outbox WHERE state = 'waiting' AND code LIKE '4%'`),
      };
    },
  };
}
