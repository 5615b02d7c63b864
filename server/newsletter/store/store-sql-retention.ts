import { day } from '#shared/dates/durations.ts';
import { type EncryptedSecret, secretIdLength } from '../keys/keys.ts';
import { after, type Database, listValues, sql } from './store-database.ts';

/**
 * The server deletes expired data every hour. A gap longer than this, in milliseconds, means that the database's clock
 * has jumped or the server was down. Then nobody is removed for the same time, so that an operator can notice and
 * correct a wrong clock.
 */
const maxGap = day;

type Purge = { readonly removed: number } | { readonly heldUntil: number };

/** Queries that delete by age, and those of the secrets of fingerprints. */
export function createRetentionQueries(database: Database) {
  const { run, now, transaction } = database;
  return {
    /**
     * Removes unconfirmed subscribers older than `age` and expired limits. Mails and probes of pauses that are due
     * later than in `longestWait` become due now: none waits longer, unless the clock was set back.
     *
     * @returns the number of removed subscribers; or, for a day after a gap, until when nobody is removed, in
     * milliseconds since 1970
     */
    async purgeExpired(age: number, longestWait: number): Promise<Purge> {
      const purge = await transaction('durable', async ({ run: inside }): Promise<Purge> => {
        // With 0 the first run removes at once. `now` again could be a millisecond later than `purged_at`.
        const [row] = await inside(sql`
          INSERT INTO newsletter_retention (id, purged_at, deletes_from) VALUES (1, ${now}, 0)
          ON CONFLICT (id) DO UPDATE SET
            deletes_from = CASE
              WHEN ABS(excluded.purged_at - newsletter_retention.purged_at) > ${maxGap}
              THEN excluded.purged_at + ${maxGap} ELSE newsletter_retention.deletes_from END,
            purged_at = excluded.purged_at
          RETURNING deletes_from, deletes_from > purged_at AS is_held`);
        if (row?.['is_held']) return { heldUntil: Number(row['deletes_from']) };
        const rows = await inside(sql`
          DELETE FROM newsletter_subscribers
          WHERE status = 'pending' AND requested_at <= ${after(database, -age)} RETURNING id`);
        return { removed: rows.length };
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
      return purge;
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
