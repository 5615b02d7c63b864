import type { Person } from './store.ts';
import { type Database, listValues, type Row, raw, type Sql, sql } from './store-database.ts';

/** Every table with rows about one person; those that refer to others come first. A test finds tables missing here. */
function listConditions({ key, hashes }: Person): Readonly<Record<string, Sql>> {
  const bySubscriber = sql`subscriber_id IN (
    SELECT id FROM newsletter_subscribers WHERE address_key = ${key})`;
  return {
    confirmations: bySubscriber,
    mails: bySubscriber,
    outbox: bySubscriber,
    subscribers: sql`address_key = ${key}`,
    suppressions: sql`hash IN (${listValues(hashes)})`,
  };
}

/** Queries that export or delete everything about one person. */
export function createPersonQueries({ run, transaction, emptyLog }: Database) {
  return {
    /** Every row about one person, by the name of its table without `newsletter_`. */
    async listPersonRows(person: Person) {
      // Others have agreed to the same text, so it is never deleted.
      const consents = sql`version IN (
        SELECT consent FROM newsletter_subscribers WHERE address_key = ${person.key})`;
      const found: Record<string, readonly Row[]> = {};
      for (const [table, where] of Object.entries({ consents, ...listConditions(person) }))
        found[table] = await run(sql`SELECT * FROM newsletter_${raw(table)} WHERE ${where}`);
      return found;
    },

    /** Deletes every row that concerns nobody else. @returns whether there was one */
    async deletePerson(person: Person): Promise<boolean> {
      const deleted = await transaction(async (inside) => {
        let count = 0;
        for (const [table, where] of Object.entries(listConditions(person))) {
          const from = sql`FROM newsletter_${raw(table)} WHERE ${where}`;
          count += (await inside(sql`DELETE ${from} RETURNING 1`)).length;
        }
        return count;
      });
      await emptyLog?.();
      return deleted > 0;
    },
  };
}
