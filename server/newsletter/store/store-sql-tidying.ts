import { day } from '#shared/durations.ts';
import { type EncryptedSecret, secretIdLength } from '../keys/keys.ts';
import { after, type Database, listValues, sql } from './store-database.ts';

/**
 * The server tidies every hour. A longer time than this since the last tidying, in milliseconds, means that the
 * database's clock has jumped or the server was down. Then nobody is removed for as long again, so that an operator
 * can notice and correct a wrong clock.
 */
const maxGap = day;

/** Queries that delete by age, and those of the secrets of fingerprints. */
export function createTidyingQueries(database: Database) {
  const { run, now, transaction } = database;
  return {
    /**
     * Removes unconfirmed subscribers older than `age` and limits that are over. Mails that are due later than in
     * `longestWait` become due now, and so do the probes of pauses: none waits so long, unless the clock was set back.
     *
     * @returns how many were removed; undefined while nobody may be removed, for a day after a jump of the clock or a
     * day without tidying
     */
    async tidy(age: number, longestWait: number): Promise<number | undefined> {
      const removed = await transaction('durable', async ({ run: inside }) => {
        // With 0 the first tidying removes at once. `now` again could be a millisecond later than `tidied_at`.
        const [row] = await inside(sql`
          INSERT INTO newsletter_tidying (id, tidied_at, deletes_from) VALUES (1, ${now}, 0)
          ON CONFLICT (id) DO UPDATE SET
            deletes_from = CASE
              WHEN ABS(excluded.tidied_at - newsletter_tidying.tidied_at) > ${maxGap}
              THEN excluded.tidied_at + ${maxGap} ELSE newsletter_tidying.deletes_from END,
            tidied_at = excluded.tidied_at
          RETURNING deletes_from > tidied_at AS is_held`);
        if (row?.['is_held']) return undefined;
        const rows = await inside(sql`
          DELETE FROM newsletter_subscribers
          WHERE status = 'pending' AND requested_at <= ${after(database, -age)} RETURNING id`);
        return rows.length;
      });
      await run(sql`DELETE FROM newsletter_limits WHERE ends_at <= ${now}`);
      await run(sql`DELETE FROM newsletter_submissions WHERE ends_at <= ${now}`);
      await run(sql`
        UPDATE newsletter_outbox SET due_at = ${now}
        WHERE state = 'waiting' AND due_at > ${after(database, longestWait)}`);
      await run(sql`
        UPDATE newsletter_pauses SET probe_at = ${now}
        WHERE probe_at > ${after(database, longestWait)}`);
      await database.emptyLog?.();
      return removed;
    },

    async addSecrets(secrets: readonly EncryptedSecret[]) {
      for (const { id, encrypted } of secrets) {
        await run(sql`
          INSERT INTO newsletter_secrets (id, encrypted) VALUES (${id}, ${encrypted})
          ON CONFLICT (id, encrypted) DO NOTHING`);
      }
    },
    async listSecrets(): Promise<readonly EncryptedSecret[]> {
      const rows = await run(sql`SELECT id, encrypted FROM newsletter_secrets`);
      return rows.map(({ id, encrypted }) => ({ id: String(id), encrypted: String(encrypted) }));
    },
    /** Suppressions whose fingerprints were made with one of these secrets. */
    async countSuppressionsOf(secretIds: readonly string[]) {
      if (secretIds.length === 0) return 0;
      const [row] = await run(sql`
        SELECT COUNT(*) AS suppressions FROM newsletter_suppressions
        WHERE SUBSTR(hash, 1, ${secretIdLength}) IN (${listValues(secretIds)})`);
      return Number(row?.['suppressions']);
    },
  };
}
