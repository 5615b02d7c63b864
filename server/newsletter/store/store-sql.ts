import * as z from 'zod';
import { migrations as allMigrations, type Migration } from './migrations.ts';
import { after, type Database, migrate, sql } from './store-database.ts';
import { createOutboxQueries } from './store-sql-outbox.ts';
import { createPauseQueries } from './store-sql-pauses.ts';
import { createPersonQueries } from './store-sql-person.ts';
import { createSubscriberQueries } from './store-sql-subscribers.ts';
import { createTidyingQueries } from './store-sql-tidying.ts';

/** At most `max` requests in `window` milliseconds. The key is a keyed hash, never an address. */
type Limit = { readonly key: string; readonly max: number; readonly window: number };

const hitsRow = z.object({ hits: z.number(), remaining: z.number() });

/** The store over either database. Its methods reject with a `StoreUnavailable`; then nothing was changed. */
export type NewsletterStore = ReturnType<typeof createSqlStore>;

/**
 * @param migrations which tables to make; a test hands in those of an earlier version
 */
export function createSqlStore(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
) {
  const { run, now } = database;
  return {
    /** Connects and brings the tables up to date, under a lock. Again after a failure. */
    async open() {
      await database.connect();
      await migrate(database, migrations);
    },
    close: () => database.close(),
    /**
     * Writes a whole copy to a new file, while the server goes on.
     * @returns false where the database has tools of its own for that
     * @throws where the file exists or cannot be written
     */
    async backUp(file: string) {
      await database.backUp?.(file);
      return database.backUp !== undefined;
    },
    ...createSubscriberQueries(database),
    ...createOutboxQueries(database),
    ...createPauseQueries(database),
    ...createTidyingQueries(database),
    ...createPersonQueries(database),

    /**
     * Counts one hit against each limit in turn, up to the first that is exceeded: a request
     * that an early one stops does not use up a later one. Always in the same order, or replicas could deadlock.
     * @returns undefined, or the milliseconds after which the exceeded limit allows one again
     */
    count: (limits: readonly Limit[]) =>
      database.transaction('loose', async (transaction) => {
        // Also over is what ends later than a window that begins now: the clock was set back, and
        // nobody is to wait for what it showed. A minute for those who began just before us.
        const over = sql`(newsletter_limits.ends_at <= ${now}
          OR newsletter_limits.ends_at > excluded.ends_at + 60000)`;
        for (const { key, max, window } of limits) {
          const [row] = await transaction.run(sql`
            INSERT INTO newsletter_limits (key, hits, ends_at)
            VALUES (${key}, 1, ${after(database, window)})
            ON CONFLICT (key) DO UPDATE SET
              hits = CASE WHEN ${over} THEN 1 ELSE newsletter_limits.hits + 1 END,
              ends_at = CASE WHEN ${over} THEN excluded.ends_at ELSE newsletter_limits.ends_at END
            RETURNING hits, ends_at - ${now} AS remaining`);
          const { hits, remaining } = hitsRow.parse(row);
          if (hits > max) return Math.max(1, remaining);
        }
        return undefined;
      }),

    /** Stores the wording of a consent's version. */
    async addConsent(version: string, text: string) {
      await run(sql`
        INSERT INTO newsletter_consents (version, text) VALUES (${version}, ${text})
        ON CONFLICT (version) DO NOTHING`);
    },
  };
}
