import { type CodeCount, codeCountRow, pauseRow } from './store.ts';
import { type Database, type Sql, sql } from './store-database.ts';
import { batchOf, isGivenUp, isWaiting } from './store-sql-outbox.ts';

/** Rows changed by one statement, so that a visitor who subscribes meanwhile waits only for a part. */
const chunk = 5_000;

/**
 * Changes all mails that match, locked in one order: otherwise two workers that pause a batch at the same time could
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
    /** Gives up the waiting mails of a batch until it is resumed. @returns false if it was paused already */
    async pause(batch: string, code: string): Promise<boolean> {
      const rows = await run(sql`
        INSERT INTO newsletter_pauses (batch, code, paused_at) VALUES (${batch}, ${code}, ${now})
        ON CONFLICT (batch) DO NOTHING RETURNING batch`);
      // A mail in flight is left to its worker.
      const waits = sql`o.state = 'waiting' AND o.lease IS NULL`;
      await changeAll(database, sql`state = 'given-up'`, sql`${waits} AND ${batchOf} = ${batch}`);
      return rows.length > 0;
    },

    /** Makes the mails of a paused batch due now; without a batch all that were given up or postponed. @returns how many */
    async resume(batch?: string): Promise<number> {
      const isMeant = (column: Sql) =>
        batch === undefined ? sql`true` : sql`${column} = ${batch}`;
      const pauses = sql`FROM newsletter_pauses WHERE ${isMeant(sql`batch`)}`;
      if (batch !== undefined && (await run(sql`SELECT 1 ${pauses}`)).length === 0) return 0;
      const postponed = sql`${isWaiting} AND o.lease IS NULL AND o.due_at > ${now}`;
      const isLate = batch === undefined ? postponed : sql`false`;
      const giveBack = () =>
        changeAll(
          database,
          sql`state = 'waiting', attempts = 0, rejections = 0, lease = NULL, due_at = ${now}`,
          sql`(o.state = 'given-up' OR ${isLate}) AND ${isMeant(batchOf)}`,
        );
      // The pause goes last: else nobody would resume the rest after a crash. Some may be given up meanwhile.
      const resumed = await giveBack();
      await run(sql`DELETE ${pauses}`);
      return resumed + (await giveBack());
    },

    /** Everything that an operator has to know about sending. */
    async getDeliveryProblems() {
      const pauses = await run(sql`
        SELECT p.batch, p.code, p.paused_at AS "pausedAt", e.subject,
          (SELECT COUNT(*) FROM newsletter_outbox o
           WHERE o.state = 'given-up' AND ${batchOf} = p.batch) AS mails
        FROM newsletter_pauses p LEFT JOIN newsletter_editions e ON e.id = p.batch
        ORDER BY p.paused_at`);
      const count = async (code: Sql, from: Sql): Promise<readonly CodeCount[]> => {
        const rows = await run(sql`
          SELECT COALESCE(${code}, '') AS code, COUNT(*) AS count FROM ${from}
          GROUP BY COALESCE(${code}, '') ORDER BY 2 DESC, 1`);
        return rows.map((row) => codeCountRow.parse(row));
      };
      const code = sql`code`;
      // Addresses that were removed because their mail server said that they do not exist.
      const removed = await count(code, sql`newsletter_suppressions WHERE reason = 'bounced'`);
      // Subscribers whose last mail has bounced; they stay for now.
      const bouncing = await count(
        sql`bounce_code`,
        sql`newsletter_subscribers WHERE bounce_days > 0`,
      );
      const givenUp = await count(code, sql`newsletter_outbox o WHERE ${isGivenUp}`);
      return { pauses: pauses.map((row) => pauseRow.parse(row)), removed, bouncing, givenUp };
    },
  };
}
