import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { describeError } from '../../describe-error.ts';
import type { Migration } from './migrations.ts';
import { StoreUnavailable } from './store.ts';

/* SQL with its values, and the interface to the two databases. The queries are the same for both. */

type Value = string | number | null;

/** A row as the database has it: column name to value. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement or a part of one. Each `?` in its text stands for one of its values, in their order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Writes SQL. `${…}` contains a value, or another part of the statement. */
export function sql(strings: TemplateStringsArray, ...given: readonly (Value | Sql)[]): Sql {
  const parts = given.map((part) =>
    typeof part === 'object' && part !== null ? part : { text: '?', values: [part] },
  );
  return {
    text: String.raw({ raw: strings }, ...parts.map(({ text }) => text)),
    values: parts.flatMap(({ values }) => values),
  };
}

/** `?, ?, ?` for the list of an IN. PostgreSQL accepts no empty list; NULL equals nothing. */
export function listValues(values: readonly Value[]): Sql {
  return { text: values.map(() => '?').join(', ') || 'NULL', values };
}

/** A name or a text of ours, such as a table's name, as a part of a statement. */
export function raw(text: string): Sql {
  return { text, values: [] };
}

/** The columns of a table that a schema reads: `id AS "id", requested_at AS "requestedAt"`. */
export function listColumns({ shape }: z.ZodObject): Sql {
  const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = Object.keys(shape).map((name) => `${toColumn(name)} AS "${name}"`);
  return raw(columns.join(', '));
}

/** A row of counts or times. */
export const readNumbers = <Name extends string>(row: Row | undefined, ...names: readonly Name[]) =>
  z.record(z.enum(names), z.number()).parse(row);

export type Run = (statement: Sql) => Promise<readonly Row[]>;

export interface Database {
  /** The current time in milliseconds, by the database's clock. */
  readonly now: Sql;
  /** A clause after a SELECT: it locks the rows against changes until the transaction ends; new rows may refer to them. */
  readonly forUpdate: Sql;
  /** With `isTrial` it leaves the database as it is, and creates none. */
  connect(isTrial?: boolean): Promise<void>;
  /** Runs one statement, durable, with the limit of `transaction`. */
  run: Run;
  /**
   * Runs all or none of its statements, on disk when it resolves. A visitor may wait for it: `actionTimeout` after the
   * call it waits for no other process and begins no statement.
   */
  transaction<Result>(act: (run: Run) => Promise<Result>): Promise<Result>;
  /** A transaction without a limit of time, in one process at a time. `script` runs statements without values. */
  migration(
    act: (run: Run, script: (text: string) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** Writes a complete copy to a new file; missing where the database has its own tools. */
  readonly backUp?: (file: string) => Promise<void>;
  /** Removes what was deleted from the log of changes; missing where the database does that. */
  readonly emptyLog?: () => Promise<void>;
  close(): Promise<void>;
}

/** The time after this many milliseconds. */
export function after({ now }: Pick<Database, 'now'>, milliseconds: number): Sql {
  return sql`${now} + CAST(${milliseconds} AS BIGINT)`;
}

/** Rows of a chunk: with SQLite no page is served meanwhile. */
export const chunk = 300;

/**
 * Changes any number of rows in chunks, each a transaction, with a turn of the event loop after each.
 *
 * @param change the statement without its condition
 * @param rows a SELECT of the keys, which no longer finds a row that was changed
 * @returns how many were changed
 */
export async function changeInChunks(
  { run, forUpdate }: Database,
  change: Sql,
  rows: Sql,
  key = 'id',
): Promise<number> {
  const statement = sql`${change} WHERE (${raw(key)}) IN (${rows} LIMIT ${chunk} ${forUpdate}) RETURNING 1`;
  let changed = 0;
  while (true) {
    const { length } = await run(statement);
    changed += length;
    if (length < chunk) return changed;
    await setImmediate();
  }
}

/** Deletes rows in chunks. @param table without `newsletter_` */
export function deleteInChunks(database: Database, table: string, which: Sql, key = 'id') {
  const from = sql`FROM newsletter_${raw(table)}`;
  const rows = sql`SELECT ${raw(key)} ${from} WHERE ${which}`;
  return changeInChunks(database, sql`DELETE ${from}`, rows, key);
}

/** A migration that this database rejects: no second attempt helps. */
export class MigrationFailure extends Error {}

/**
 * Applies the missing migrations in one transaction, under a lock; a failure leaves the tables unchanged.
 *
 * @param isTrial rolls back, and tries no migration on tables in use, as those may take long
 * @returns whether there were tables before
 * @throws MigrationFailure, or when a newer version of this program made the tables
 */
export async function migrate(
  { now, migration }: Database,
  migrations: readonly Migration[],
  isTrial = false,
): Promise<boolean> {
  const trialEnd = new Error('Nothing is stored');
  let latest = 0;
  let applying = '';
  try {
    await migration(async (run, script) => {
      await script(
        'CREATE TABLE IF NOT EXISTS newsletter_migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
      );
      const [row] = await run(
        sql`SELECT COALESCE(MAX(number), 0) AS latest FROM newsletter_migrations`,
      );
      latest = Number(row?.['latest']);
      if (latest > migrations.length)
        throw new Error(
          `The newsletter's tables are of version ${latest} and this program knows ${migrations.length}: run the newer program`,
        );
      for (const [index, { name, sql: text }] of migrations.entries()) {
        if (index < latest || (isTrial && latest > 0)) continue;
        applying = name;
        await script(text);
        await run(sql`
          INSERT INTO newsletter_migrations (number, name, applied_at)
          VALUES (${index + 1}, ${name}, ${now})`);
      }
      if (!isTrial) return;
      applying = '';
      // A database whose encoding has not all letters rejects this text.
      await run(sql`INSERT INTO newsletter_consents (version, text) VALUES ('a check', 'नमस्ते')`);
      throw trialEnd;
    });
  } catch (error) {
    if (error === trialEnd) return latest > 0;
    if (applying === '' || error instanceof StoreUnavailable) throw error;
    const why = `the migration “${applying}” of the newsletter’s tables failed, and nothing was changed`;
    throw new MigrationFailure(`${why}: ${describeError(error)}`, { cause: error });
  }
  return latest > 0;
}
