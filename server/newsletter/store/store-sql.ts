import { migrations as allMigrations, type Migration } from './migrations.ts';
import { type Database, migrate, sql } from './store-database.ts';
import { createEditionQueries } from './store-sql-editions.ts';
import { moveFormerMails } from './store-sql-former.ts';
import { createMailQueries } from './store-sql-mails.ts';
import { createPersonQueries } from './store-sql-person.ts';
import { createRetentionQueries } from './store-sql-retention.ts';
import { createSubscriberQueries } from './store-sql-subscribers.ts';

export type NewsletterStore = ReturnType<typeof createSqlStore>;

/** The store on either database. A test passes the migrations of another version. */
export function createSqlStore(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
) {
  return {
    /** Connects and brings the tables up to date, under a lock. After a failure it can be called again. */
    async open() {
      await database.connect();
      await migrate(database, migrations);
    },
    /** Takes over the mails of a process of the former version, which may still run. */
    moveFormerMails: () => moveFormerMails(database),
    /** Checks whether a server could use the database, and changes nothing. @returns whether it has our tables */
    async check() {
      await database.connect(true);
      return migrate(database, migrations, true);
    },
    close: () => database.close(),
    /** Writes a complete copy to a new file. @returns false if the database has its own tools for that */
    async backUp(file: string) {
      await database.backUp?.(file);
      return database.backUp !== undefined;
    },
    ...createSubscriberQueries(database),
    ...createMailQueries(database),
    ...createEditionQueries(database),
    ...createRetentionQueries(database),
    ...createPersonQueries(database),

    async addConsent(version: string, text: string) {
      await database.run(sql`
        INSERT INTO newsletter_consents (version, text) VALUES (${version}, ${text})
        ON CONFLICT (version) DO NOTHING`);
    },
  };
}
