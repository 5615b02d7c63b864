import type { Migration } from './migrations.ts';
import type { Row } from './store.ts';

/* The difference between the two stores. The queries are the same text for both. */

export type Value = string | number | null;

/** Runs one statement with `?` for its values, and returns the rows it gives. */
export type Run = (sql: string, ...values: readonly Value[]) => Promise<readonly Row[]>;

export interface Transaction {
  readonly run: Run;
  /** Several statements without values. */
  script(sql: string): Promise<void>;
}

export interface Database {
  /** SQL of the current time in milliseconds, by the database's clock. */
  readonly now: string;
  /** SQL behind a SELECT whose rows nobody else may change until the transaction ends. */
  readonly forUpdate: string;
  /** The same, passing over rows that somebody else holds. */
  readonly skipLocked: string;
  /** SQL that makes other migrating processes wait until the transaction ends, if it takes one. */
  readonly lockForMigration: string | undefined;
  connect(): Promise<void>;
  readonly run: Run;
  /**
   * All or nothing. `durable`: on disk when it resolves. `loose`: may be lost with the power, and
   * costs a tenth. `migration`: durable, and takes as long as it takes.
   */
  transaction<Result>(
    durability: 'durable' | 'loose' | 'migration',
    act: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
  /** Writes a whole copy to a new file while others go on; missing where the database has its own tools. */
  readonly backUp?: (file: string) => Promise<void>;
  /**
   * Tells whether the process that claimed a mail is alive; missing where processes are on different
   * machines, and only the end of a lease shows it.
   */
  readonly workers?: {
    /** The name of this process, for its leases. */
    getName(): string;
    isAlive(name: string): boolean;
  };
  close(): Promise<void>;
}

/** What stands in the outbox as holder of a lease: the process, where it can be asked, and the lease. */
export function getHolder({ workers }: Database, leaseId: string): string {
  return workers ? `${workers.getName()}/${leaseId}` : leaseId;
}

/** The process in such a name. */
export function readWorker(holder: string): string {
  return holder.split('/', 1)[0] ?? '';
}

/** A text column. @throws on a programming error, as all of these */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`The column ${column} holds no text`);
  return value;
}

export function readTextOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : readText(row, column);
}

export function readNumber(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`The column ${column} holds no number`);
  return value;
}

/** One of a closed set, as the table's CHECK promises. */
export function readOneOf<Name extends string>(
  row: Row,
  column: string,
  names: readonly Name[],
): Name {
  const found = names.find((name) => name === row[column]);
  if (found === undefined) throw new Error(`The column ${column} holds something unknown`);
  return found;
}

/** `?, ?, ?` for the list of an IN. PostgreSQL takes no empty list; NULL equals nothing. */
export function placeholders(values: readonly unknown[]): string {
  return values.length === 0 ? 'NULL' : values.map(() => '?').join(', ');
}

/**
 * Applies what is missing, in one transaction: two replicas that boot together wait for each other,
 * and a failure leaves the tables as they were.
 *
 * @throws when the tables were made by a newer version of this program, which knows more than we do
 */
export function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const { now, lockForMigration } = database;
  return database.transaction('migration', async ({ run, script }) => {
    if (lockForMigration) await run(lockForMigration);
    await script(
      'CREATE TABLE IF NOT EXISTS newsletter_migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    );
    const [row = {}] = await run(
      'SELECT COALESCE(MAX(number), 0) AS latest FROM newsletter_migrations',
    );
    const latest = readNumber(row, 'latest');
    const known = migrations.at(-1)?.number ?? 0;
    if (latest > known) {
      throw new Error(
        `The newsletter's tables are of version ${latest} and this program knows ${known}: run the newer program`,
      );
    }
    for (const { number, name, sql } of migrations.filter((each) => each.number > latest)) {
      await script(sql);
      await run(
        `INSERT INTO newsletter_migrations (number, name, applied_at) VALUES (?, ?, ${now})`,
        number,
        name,
      );
    }
  });
}
