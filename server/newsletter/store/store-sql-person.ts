import type { Person } from './store.ts';
import { type Database, listValues, type Row, raw, type Sql, sql } from './store-database.ts';

interface PersonalRows {
  /** Without `newsletter_`. */
  readonly table: string;
  readonly where: Sql;
  /** Rows that concern other people too: exported and never deleted. */
  readonly isShared?: boolean;
}

/** Every table with data about a person; tables that refer to others come first. A test finds tables missing here. */
function listPersonalRows({ key, hashes }: Person): readonly PersonalRows[] {
  const inSubscribers = (column: string) =>
    sql`IN (SELECT ${raw(column)} FROM newsletter_subscribers WHERE address_key = ${key})`;
  const bySubscriber = sql`subscriber_id ${inSubscribers('id')}`;
  return [
    { table: 'consents', where: sql`version ${inSubscribers('consent')}`, isShared: true },
    { table: 'confirmations', where: bySubscriber },
    { table: 'mails', where: bySubscriber },
    { table: 'outbox', where: bySubscriber },
    { table: 'subscribers', where: sql`address_key = ${key}` },
    { table: 'suppressions', where: sql`hash IN (${listValues(hashes)})` },
  ];
}

/** Queries that export or delete everything about one person. */
export function createPersonQueries({ run, transaction, emptyLog }: Database) {
  const from = ({ table, where }: PersonalRows) =>
    sql`FROM newsletter_${raw(table)} WHERE ${where}`;
  return {
    /** Every row about one person, by the name of its table without `newsletter_`. */
    async listPersonRows(person: Person) {
      const found: Record<string, readonly Row[]> = {};
      for (const rows of listPersonalRows(person)) {
        found[rows.table] = await run(sql`SELECT * ${from(rows)}`);
      }
      return found;
    },

    /** Deletes every row that concerns nobody else. @returns whether there was one */
    async deletePerson(person: Person): Promise<boolean> {
      const deleted = await transaction('durable', async ({ run: inside }) => {
        let count = 0;
        for (const rows of listPersonalRows(person).filter(({ isShared }) => !isShared)) {
          count += (await inside(sql`DELETE ${from(rows)} RETURNING 1`)).length;
        }
        return count;
      });
      await emptyLog?.();
      return deleted > 0;
    },
  };
}
