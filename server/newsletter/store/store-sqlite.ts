import { randomUUID } from 'node:crypto';
import { chmod, link, open as openFile, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../make-folder.ts';
import type { Migration } from './migrations.ts';
import { actionTimeout, StoreUnavailable } from './store.ts';
import { type Database, type Run, sql } from './store-database.ts';
import { createSqlStore, type NewsletterStore } from './store-sql.ts';

/* The only module that uses `node:sqlite`, whose class has another name in Node 26. */

/** Result codes about the disk or about other processes, not about our SQL (sqlite.org/rescode.html). */
const unavailable: ReadonlySet<number | undefined> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** Milliseconds between two attempts while another process writes. SQLite's own timeout would block every visitor. */
const busyPause = 10;
const busy = 5;

/** A store in one file. Write-ahead log with `synchronous=FULL`: a completed transaction is on disk. */
export function createSqliteStore(options: {
  /** Path of the database file. Its folder is created. */
  readonly file: string;
  readonly migrations?: readonly Migration[];
}): NewsletterStore {
  const file = resolve(options.file); // SQLite takes a name that begins with `file:` for a URI.
  let connection: DatabaseSync | undefined;
  const statements = new Map<string, StatementSync>();
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Runs actions one after the other: there is one connection, and a transaction awaits between its statements. The
   * deadline counts from the call: otherwise ten visitors who wait for another process would add up their waits.
   */
  function runInOrder<Result>(
    act: (open: DatabaseSync, deadline: number) => Promise<Result>,
  ): Promise<Result> {
    const deadline = performance.now() + actionTimeout;
    const running = last.then(async () => {
      if (!connection) throw new StoreUnavailable(new Error('The database is not open'));
      try {
        return await act(connection, deadline);
      } catch (error) {
        throw unavailable.has(findResultCode(error)) ? new StoreUnavailable(error) : error;
      }
    });
    last = running.catch(() => {});
    return running;
  }

  const runOn =
    (open: DatabaseSync): Run =>
    async ({ text, values }) => {
      const statement = statements.get(text) ?? open.prepare(text);
      statements.set(text, statement);
      return statement.all(...values);
    };

  function transact<Result>(act: (open: DatabaseSync) => Promise<Result>): Promise<Result> {
    return runInOrder(async (open, deadline) => {
      try {
        await retryWhileBusy(deadline, () => open.exec('BEGIN IMMEDIATE'));
        const result = await act(open);
        open.exec('COMMIT');
        return result;
      } finally {
        if (open.isTransaction) open.exec('ROLLBACK'); // A full disk has sometimes rolled back.
      }
    });
  }

  function disconnect() {
    statements.clear();
    connection?.close();
    connection = undefined;
  }

  const database: Database = {
    now: sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    forUpdate: sql``, // There is only one writer.
    async connect(isTrial = false) {
      if (connection) return;
      try {
        if (!isTrial) await makePrivate(file);
        // It is loaded here, so that servers without SQLite do not load it.
        const sqlite = process.getBuiltinModule('node:sqlite');
        const opened = new sqlite.DatabaseSync(file, { timeout: 0 });
        connection = opened;
        const deadline = performance.now() + actionTimeout;
        if (!isTrial)
          await retryWhileBusy(deadline, () => opened.exec('PRAGMA journal_mode = WAL'));
        opened.exec('PRAGMA synchronous = FULL');
        opened.exec('PRAGMA secure_delete = ON'); // Otherwise a deleted address could be read in the file.
      } catch (error) {
        disconnect();
        throw new StoreUnavailable(error);
      }
    },
    run: (statement) =>
      runInOrder((open, deadline) => retryWhileBusy(deadline, () => runOn(open)(statement))),
    transaction: (act) => transact((open) => act(runOn(open))),
    migration: (act) => transact((open) => act(runOn(open), async (text) => open.exec(text))),
    // A copy of the file would miss the newest data: in write-ahead mode another file has them.
    backUp: (copy) =>
      runInOrder(async (open, deadline) => {
        // Under its name the copy is complete or missing: a partial one would look like a database without tables.
        const draft = `${resolve(copy)}.${randomUUID()}.unfinished`;
        // SQLite writes into an empty file. Only its owner can read it from the start: the copy contains addresses.
        const written = await openFile(draft, 'wx', 0o600);
        try {
          await retryWhileBusy(deadline, () => open.prepare('VACUUM INTO ?').run(draft));
          await written.sync(); // SQLite does not sync it.
          await link(draft, copy); // Unlike a rename it overwrites no earlier backup.
        } finally {
          await written.close();
          await rm(draft);
        }
        const folder = await openFile(dirname(copy));
        await folder.sync().finally(() => folder.close()); // Syncs the file's name.
      }),
    // On a quiet site the write-ahead log would keep deleted addresses for months. While another process uses it this
    // does nothing, and the next purge empties it.
    emptyLog: () => runInOrder(async (open) => open.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    async close() {
      await last;
      disconnect();
    },
  };
  return createSqlStore(database, options.migrations);
}

/** SQLite would create the file readable by everybody. It gives its mode to `-wal` and `-shm`. */
async function makePrivate(file: string): Promise<void> {
  await makeFolder(dirname(file));
  await (await openFile(file, 'a', 0o600)).close();
  const { mode } = await stat(file);
  // The group may be the operator's, for backups.
  if (mode & 0o007) await chmod(file, mode & 0o770).catch(() => {});
}

/** Tries again until the deadline while another process is writing. A failed attempt must not have changed anything. */
async function retryWhileBusy<Result>(
  deadline: number,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  while (true) {
    try {
      return await act();
    } catch (error) {
      if (findResultCode(error) !== busy || performance.now() > deadline) throw error;
      await sleep(busyPause);
    }
  }
}

/** SQLite's primary result code, which is the low byte of an extended one. */
function findResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
