import { type CodeCount, codeCountRow, pauseRow, slowdownRow } from './store.ts';
import { after, type Database, type Sql, sql } from './store-database.ts';
import { allMails, batchOf, isPaused, isWaiting } from './store-sql-outbox.ts';

/** Rows changed per statement, so that a visitor who subscribes meanwhile waits only for one statement. */
const chunk = 5_000;

/**
 * Changes all matching mails. Locks them in one order: otherwise two workers that pause a batch at the same time could
 * deadlock.
 *
 * @returns how many
 */
async function changeAll({ run, forUpdate }: Database, change: Sql, where: Sql): Promise<number> {
  let changed = 0;
  while (true) {
    const rows = await run(sql`
      UPDATE newsletter_outbox SET ${change}
      WHERE id IN (
        SELECT o.id FROM newsletter_outbox o WHERE ${where} ORDER BY o.id LIMIT ${chunk} ${forUpdate})
      RETURNING id`);
    changed += rows.length;
    if (rows.length < chunk) return changed;
  }
}

/** Queries about paused batches. */
export function createPauseQueries(database: Database) {
  const { run, now } = database;
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

    /**
     * Pauses all mails, because the mail server temporarily accepts no more. The first attempt follows after `first`.
     * Each further delay is `first` plus the length of the pause, up to `max`: 1, 2, 4, 8, 10, 10 … minutes.
     * `isProbe`: an attempt during the pause has failed.
     * @returns whether the pause is new
     */
    async slowDown(
      code: string,
      { first, max, isProbe }: Record<'first' | 'max', number> & { readonly isProbe: boolean },
    ): Promise<boolean> {
      if (!isProbe) {
        const rows = await run(sql`
          INSERT INTO newsletter_pauses (batch, code, paused_at, probe_at)
          VALUES (${allMails}, ${code}, ${now}, ${after(database, first)})
          ON CONFLICT (batch) DO NOTHING RETURNING batch`);
        return rows.length > 0;
      }
      const passed = sql`(${now} - paused_at)`; // Negative where the clock was set back.
      await run(sql`
        UPDATE newsletter_pauses SET code = ${code}, probe_at = ${after(database, first)} +
          CASE WHEN ${passed} < 0 THEN 0 WHEN ${passed} > ${max - first} THEN ${max - first} ELSE ${passed} END
        WHERE batch = ${allMails}`);
      return false;
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
      if (batch !== undefined && (await run(sql`SELECT 1 ${pauses}`)).length === 0) return 0;
      // A mail in flight is left to its worker.
      const isHeld = sql`o.state = 'waiting' AND o.lease IS NULL AND ${isPaused}`;
      const isNew = sql`o.due_at <= ${now} AND o.first_tried_at IS NULL`;
      const isLate = sql`o.lease IS NULL AND NOT (${isNew}) AND (${isHeld} OR ${isWaiting})`;
      const [row] = await run(sql`
        SELECT COUNT(*) AS due FROM newsletter_outbox o
        WHERE ${isHeld} AND ${isNew} AND ${isMeant(batchOf)}`);
      const changed = await changeAll(
        database,
        sql`state = 'waiting', attempts = 0, rejections = 0, first_tried_at = NULL, lease = NULL,
          due_at = ${now}`,
        sql`(o.state = 'given-up' OR ${isLate}) AND ${isMeant(batchOf)}`,
      );
      await run(sql`DELETE ${pauses}`); // Last, so that after a crash the next `resume` continues.
      return Number(row?.['due']) + changed;
    },

    /** Lists all problems of sending, for the operator. */
    async getDeliveryProblems() {
      const pauses = await run(sql`
        SELECT p.batch, p.code, p.paused_at AS "pausedAt", e.subject,
          (SELECT COUNT(*) FROM newsletter_outbox o
           WHERE o.state = 'waiting' AND ${batchOf} = p.batch) AS mails
        FROM newsletter_pauses p LEFT JOIN newsletter_editions e ON e.id = p.batch
        WHERE p.batch <> ${allMails} ORDER BY p.paused_at`);
      const [slowdown] = await run(sql`
        SELECT code, probe_at AS "probeAt" FROM newsletter_pauses WHERE batch = ${allMails}`);
      const count = async (code: Sql, from: Sql): Promise<readonly CodeCount[]> => {
        const rows = await run(sql`
          SELECT COALESCE(${code}, '') AS code, COUNT(*) AS count FROM ${from}
          GROUP BY COALESCE(${code}, '') ORDER BY 2 DESC, 1`);
        return rows.map((row) => codeCountRow.parse(row));
      };
      const code = sql`code`;
      // Addresses that were removed because their mail server said that they do not exist.
      const removed = await count(code, sql`newsletter_suppressions WHERE reason = 'bounced'`);
      // Subscribers with a bounced last mail. They stay for now.
      const bouncing = await count(
        sql`bounce_code`,
        sql`newsletter_subscribers WHERE bounce_days > 0`,
      );
      const givenUp = await count(code, sql`newsletter_outbox WHERE state = 'given-up'`);
      return {
        pauses: pauses.map((row) => pauseRow.parse(row)),
        slowdown: slowdown ? slowdownRow.parse(slowdown) : null,
        removed,
        bouncing,
        givenUp,
      };
    },
  };
}
