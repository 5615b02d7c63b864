import type { NewsletterStore, Person } from './store.ts';
import { type Database, placeholders, type Value } from './store-database.ts';

type PersonQueries = Pick<NewsletterStore, 'listPersonRows' | 'deletePerson'>;

/** The rows of one table that are about a person. */
interface PersonalRows {
  readonly table: string;
  readonly where: string;
  readonly values: readonly Value[];
  /** Rows that others need too: exported and never deleted. */
  readonly isShared?: boolean;
}

/**
 * Every table with something about a person, those that refer to others first. A test looks for tables
 * that are missing here.
 */
function listPersonalRows({ key, hashes, limits }: Person): readonly PersonalRows[] {
  const subscriber = '(SELECT id FROM newsletter_subscribers WHERE address_key = ?)';
  return [
    {
      table: 'consents',
      where: 'version IN (SELECT consent FROM newsletter_subscribers WHERE address_key = ?)',
      values: [key],
      isShared: true,
    },
    { table: 'confirmations', where: `subscriber_id IN ${subscriber}`, values: [key] },
    { table: 'outbox', where: `subscriber_id IN ${subscriber}`, values: [key] },
    { table: 'subscribers', where: 'address_key = ?', values: [key] },
    { table: 'suppressions', where: `hash IN (${placeholders(hashes)})`, values: hashes },
    { table: 'limits', where: `key IN (${placeholders(limits)})`, values: limits },
  ];
}

/** All that is stored about one person. */
export function createPersonQueries({ run, transaction }: Database): PersonQueries {
  return {
    async listPersonRows(person) {
      const found: Record<string, Awaited<ReturnType<typeof run>>> = {};
      for (const { table, where, values } of listPersonalRows(person)) {
        found[table] = await run(`SELECT * FROM newsletter_${table} WHERE ${where}`, ...values);
      }
      return found;
    },

    deletePerson: (person) =>
      transaction('durable', async ({ run: inside }) => {
        let deleted = 0;
        for (const { table, where, values, isShared } of listPersonalRows(person)) {
          if (isShared) continue;
          const rows = await inside(
            `DELETE FROM newsletter_${table} WHERE ${where} RETURNING 1`,
            ...values,
          );
          deleted += rows.length;
        }
        return deleted > 0;
      }),
  };
}
