import type { Pool } from 'pg';
import { findErrorCode } from '../../describe-error.ts';
import type { Migration } from './migrations.ts';
import { actionTimeout, StoreUnavailable } from './store.ts';
import { type Database, type Run, raw, sql } from './store-database.ts';
import { createSqlStore, type NewsletterStore } from './store-sql.ts';

interface PostgresOptions {
  /** `postgres://user:password@host/database` */
  readonly url: string;
  readonly migrations?: readonly Migration[];
  /** Milliseconds after which PostgreSQL ends a statement that is no migration. A transaction has a second more. */
  readonly statementTimeout?: number;
}

/** The key of the migrations' lock: an arbitrary number, the same in every replica. */
const migrationLock = 5_047_194_701;

/** Milliseconds for a connection: a visitor is waiting. */
const connectionTimeout = 2_000;
/** How much longer we wait than PostgreSQL, in milliseconds: a statement that only we give up keeps its connection. */
const responseTime = 1_000;
/** Milliseconds for a migration of large tables: 24 days, which is as long as a timer can be. */
const maxTimer = 2 ** 31 - 1;

/**
 * Connections of one replica. `scripts/deploy/kubernetes.yaml` allows ten replicas, and twice as many
 * while they are replaced; PostgreSQL allows 97 connections by default.
 */
export const poolSize = 4;

/**
 * Errors that may go away: connection, resources, operator, system, deadlock, lock timeout, transaction timeouts,
 * read-only, no database, no login, no permission, no tables (until a backup is restored). None of them quotes a row.
 */
const unavailable = /^(08|53|57|58|40|55P03|25P0[34]|25006|3D000|28|42501|42P01)/;

/** A deadlock, or what another transaction read has changed. */
const conflicts: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

/**
 * A store that several replicas share. It connects on demand, so the database may be down at the start and may restart
 * at any time.
 */
export function createPostgresStore({
  url,
  migrations,
  statementTimeout = actionTimeout - responseTime,
}: PostgresOptions): NewsletterStore {
  let loading: Promise<Pool> | undefined;
  const visitTimeout = statementTimeout + responseTime;
  /** The milliseconds of a transaction for us, and the settings of PostgreSQL. */
  const limits = {
    visit: {
      timeout: visitTimeout,
      // The second one ends the transaction of a frozen process, which would lock its rows for ever.
      set: `SET LOCAL statement_timeout = ${statementTimeout}; SET LOCAL idle_in_transaction_session_timeout = ${visitTimeout}`,
    },
    migration: {
      timeout: maxTimer,
      set: 'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0',
    },
  };

  async function attempt<Result>(
    kind: keyof typeof limits,
    deadline: number,
    act: (run: Run) => Promise<Result>,
  ): Promise<Result> {
    loading ??= createPool(url); // `pg` is loaded only where it is configured.
    const pool = await loading;
    const client = await pool.connect().catch((error: unknown) => {
      throw new StoreUnavailable(error);
    });
    const { timeout: query_timeout, set } = limits[kind];
    const run: Run = async ({ text, values }) => {
      if (performance.now() > deadline) throw new Error('Timeout: earlier statements were slow');
      const config = { text: numberPlaceholders(text), values: [...values], query_timeout };
      return (await client.query<Record<string, unknown>>(config)).rows;
    };
    let isBroken = false;
    try {
      // All is in one message, as PgBouncer refuses timeouts as parameters of a connection. Our SQL locks what it depends
      // on; where the database's default is stricter, concurrent forms would fail.
      await run(raw(`BEGIN ISOLATION LEVEL READ COMMITTED; ${set}`));
      const result = await act(run);
      await run(raw('COMMIT'));
      return result;
    } catch (error) {
      // The connection is closed, which rolls back: a ROLLBACK on it would wait for the timeout again.
      isBroken = isUnavailable(error);
      if (isBroken) throw new StoreUnavailable(error);
      await client.query('ROLLBACK').catch(() => {});
      if (!(error instanceof Error && error.name === 'error' && 'code' in error)) throw error;
      // PostgreSQL's errors quote rows, and no address may be in the log.
      throw new Error(`PostgreSQL rejected a statement with the code ${error.code}`);
    } finally {
      client.release(isBroken);
    }
  }

  async function transact<Result>(
    kind: keyof typeof limits,
    act: (run: Run) => Promise<Result>,
  ): Promise<Result> {
    const deadline = performance.now() + limits[kind].timeout;
    while (true) {
      try {
        return await attempt(kind, deadline, act);
      } catch (error) {
        // PostgreSQL ended it in favour of another transaction: none of it is stored.
        const isConflict =
          error instanceof StoreUnavailable && conflicts.has(findErrorCode(error.cause));
        if (!isConflict || performance.now() > deadline) throw error;
      }
    }
  }

  const database: Database = {
    now: sql`(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint`,
    forUpdate: sql`FOR NO KEY UPDATE`,
    async connect() {}, // The first statement connects.
    run: (statement) => transact('visit', (run) => run(statement)),
    transaction: (act) => transact('visit', act),
    migration: (act) =>
      transact('migration', async (run) => {
        await run(sql`SELECT pg_advisory_xact_lock(${migrationLock})`);
        await act(run, async (text) => void (await run(raw(text))));
      }),
    async close() {
      if (loading) await (await loading).end();
      loading = undefined;
    },
  };
  return createSqlStore(database, migrations);
}

async function createPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  // Counts and milliseconds (int8) come as text by default; ours stay below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
  });
  pool.on('error', () => {}); // An idle connection was cut: the next query makes a new one.
  // A connection can be cut between two queries of a transaction, or while it is being closed. Then it emits an error
  // event of its own, and an unhandled error event ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Replaces each `?` by `$1`, `$2` … for PostgreSQL. None of our statements contains another question mark. */
function numberPlaceholders(text: string): string {
  return text.split('?').reduce((before, after, index) => `${before}$${index}${after}`);
}

/** An error that is not PostgreSQL's response to our SQL comes from the network: refused, reset, timed out. */
function isUnavailable(error: unknown): boolean {
  const code = findErrorCode(error);
  // An SQLSTATE has a digit, which EPIPE has not.
  if (code !== undefined) return !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || unavailable.test(code);
  return error instanceof Error && /timeout|terminated|not queryable/i.test(error.message);
}
