import { day } from '#shared/durations.ts';
import { secretIdLength } from '../keys/keys.ts';
import type { NewsletterStore } from './store.ts';
import { type Database, placeholders, readNumber, readText } from './store-database.ts';

type TidyingQueries = Pick<
  NewsletterStore,
  'tidy' | 'addSecrets' | 'listSecrets' | 'countSuppressionsOf'
>;

/**
 * The server tidies every hour. When the database's clock says that it was more than this ago, in
 * milliseconds, the clock has jumped or the server was away. Nobody is removed for as long again:
 * until then a wrong clock is noticed and set right.
 */
const maxGap = day;

/** Characters of a SHA-256 in hexadecimal: a fingerprint of the first version, without its secret's id. */
const bareHashLength = 64;

/** What goes after its time, and the secrets that fingerprints were made with. */
export function createTidyingQueries({ run, now, transaction }: Database): TidyingQueries {
  return {
    async tidy(age, maxWait) {
      const result = await transaction('durable', async ({ run: inside }) => {
        // The first time nothing is held: 0. A second reading of the clock may be a millisecond later.
        const [row = {}] = await inside(
          `INSERT INTO newsletter_tidying (id, tidied_at, deletes_from) VALUES (1, ${now}, 0)
           ON CONFLICT (id) DO UPDATE SET
             deletes_from = CASE
               WHEN ABS(excluded.tidied_at - newsletter_tidying.tidied_at) > ${maxGap}
               THEN excluded.tidied_at + ${maxGap} ELSE newsletter_tidying.deletes_from END,
             tidied_at = excluded.tidied_at
           RETURNING CASE WHEN deletes_from > tidied_at THEN 1 ELSE 0 END AS held`,
        );
        if (readNumber(row, 'held') === 1) return { removed: 0, isHeld: true };
        const removed = await inside(
          `DELETE FROM newsletter_subscribers
           WHERE status = 'pending' AND requested_at <= ${now} - CAST(? AS BIGINT) RETURNING id`,
          age,
        );
        return { removed: removed.length, isHeld: false };
      });
      await run(`DELETE FROM newsletter_limits WHERE ends_at <= ${now}`);
      await run(
        `UPDATE newsletter_outbox SET due_at = ${now}
         WHERE state = 'waiting' AND due_at > ${now} + CAST(? AS BIGINT)`,
        maxWait,
      );
      return result;
    },

    async addSecrets(secrets) {
      for (const { id, sealed } of secrets) {
        await run(
          'INSERT INTO newsletter_secrets (id, sealed) VALUES (?, ?) ON CONFLICT (id, sealed) DO NOTHING',
          id,
          sealed,
        );
      }
    },
    async listSecrets() {
      const rows = await run('SELECT id, sealed FROM newsletter_secrets ORDER BY id, sealed');
      return rows.map((row) => ({ id: readText(row, 'id'), sealed: readText(row, 'sealed') }));
    },
    async countSuppressionsOf(secretIds) {
      if (secretIds.length === 0) return 0;
      const [row = {}] = await run(
        `SELECT COUNT(*) AS suppressions FROM newsletter_suppressions
         WHERE LENGTH(hash) = ${bareHashLength}
           OR SUBSTR(hash, 1, ${secretIdLength}) IN (${placeholders(secretIds)})`,
        ...secretIds,
      );
      return readNumber(row, 'suppressions');
    },
  };
}
