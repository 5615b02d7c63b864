import type { Pool, PoolClient } from 'pg';
import { minute } from '#shared/dates/durations.ts';
import { findErrorCode } from '../../describe-error.ts';
import type { Migration } from './migrations.ts';
import { actionTimeout, StoreUnavailable } from './store.ts';
import { type Database, type Run, sql } from './store-database.ts';
import { createSqlStore, type NewsletterStore } from './store-sql.ts';

interface PostgresOptions {
  /** `postgres://user:password@host/database` */
  readonly url: string;
  readonly migrations?: readonly Migration[];
  /** Milliseconds after which PostgreSQL ends a statement that is no migration. */
  readonly statementTimeout?: number;
}

/** The key of the migrations' lock: an arbitrary number, the same in every replica. */
const migrationLock = 5_047_194_701;

/** Milliseconds. A visitor is waiting. */
const connectionTimeout = 2_000;
/**
 * How much longer we wait than PostgreSQL, in milliseconds. PostgreSQL has to end a statement first: if only we give
 * up, the statement keeps waiting for its lock and keeps its connection.
 */
const responseTime = 1_000;
/** Milliseconds for a statement that no visitor waits for. */
const bulkTimeout = 10 * minute;
/** For a migration of large tables: 24 days, which is as long as a timer can be. */
const maxTimer = 2 ** 31 - 1;

/**
 * Connections of one replica. `scripts/deploy/kubernetes.yaml` allows ten replicas, and twice as many
 * while they are replaced; PostgreSQL allows 97 connections by default.
 */
export const poolSize = 4;

/** Encodings that can store every letter. SQL_ASCII stores bytes unchanged, and ours are UTF-8. */
const encodings: readonly string[] = ['UTF8', 'SQL_ASCII'];

/**
 * Errors that may go away: connection, resources, operator, system, deadlock, lock timeout, transaction timeouts,
 * read-only, no database, no login, no permission, no tables (until a backup is restored). None of them quotes a row.
 */
const unavailable = /^(08|53|57|58|40|55P03|25P0[34]|25006|3D000|28|42501|42P01)/;

/**
 * A store that several replicas share. It connects on demand, so the database may be down at the start and may restart
 * at any time.
 */
export function createPostgresStore({
  url,
  migrations,
  statementTimeout = actionTimeout - responseTime,
}: PostgresOptions): NewsletterStore {
  const queryTimeout = statementTimeout + responseTime;
  let loading: Promise<Pool> | undefined;
  /** `pg` is loaded only where it is configured, so that every other server starts faster. */
  const getPool = () => {
    loading ??= createPool(url, queryTimeout);
    return loading;
  };

  /** Runs `act` again if PostgreSQL ended its transaction in favour of another: then none of it is stored. */
  async function connected<Result>(
    deadline: number,
    act: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    while (true) {
      try {
        return await connectedOnce(act);
      } catch (error) {
        const isOver = performance.now() > deadline;
        if (isOver || !(error instanceof StoreUnavailable && isConflict(error.cause))) throw error;
      }
    }
  }

  async function connectedOnce<Result>(
    act: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const pool = await getPool();
    const client = await pool.connect().catch((error: unknown) => {
      throw new StoreUnavailable(error);
    });
    let broken = false;
    try {
      return await act(client);
    } catch (error) {
      // A connection that has failed once is not used again.
      broken = isUnavailable(error);
      if (broken) throw new StoreUnavailable(error);
      if (!(error instanceof Error && error.name === 'error' && 'code' in error)) throw error;
      // PostgreSQL's errors quote rows, and no address may be in the log.
      throw new Error(`PostgreSQL rejected a statement with the code ${error.code}`);
    } finally {
      client.release(broken);
    }
  }

  const timeouts = {
    statement_timeout: statementTimeout,
    // A process that freezes in a transaction would lock its rows for ever.
    idle_in_transaction_session_timeout: queryTimeout,
  };
  const settingsOf = {
    migration: { statement_timeout: 0, lock_timeout: 0 },
    durable: timeouts,
    bulk: {
      ...timeouts,
      statement_timeout: bulkTimeout,
      lock_timeout: statementTimeout,
      synchronous_commit: 'off',
    },
  } as const;

  /** Begins a transaction with its timeouts, in one message. PgBouncer refuses them as parameters of a connection. */
  function begin(durability: keyof typeof settingsOf): string {
    const settings = Object.entries(settingsOf[durability]);
    const set = settings.map(([name, value]) => `; SET LOCAL ${name} = ${value}`);
    // Our SQL locks what it depends on. Where the database's default is stricter, concurrent forms would fail.
    return `BEGIN ISOLATION LEVEL READ COMMITTED${set.join('')}`;
  }

  const database: Database = {
    now: sql`(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint`,
    forUpdate: sql`FOR NO KEY UPDATE`,
    skipLocked: sql`FOR NO KEY UPDATE SKIP LOCKED`,
    async connect() {
      const [row] = await database.run(sql`SHOW server_encoding`);
      const encoding = String(row?.['server_encoding']);
      if (encodings.includes(encoding)) return;
      throw new Error(
        `The database's encoding is ${encoding}, and editions have any letter: create it with ENCODING 'UTF8' TEMPLATE template0`,
      );
    },
    run: (statement, deadline) =>
      database.transaction('durable', ({ run }) => run(statement), deadline),
    transaction(durability, act, visitDeadline = performance.now() + actionTimeout) {
      const isMigration = durability === 'migration';
      const isLong = isMigration || durability === 'bulk';
      const deadline = isLong ? Number.POSITIVE_INFINITY : visitDeadline;
      const settings = isLong ? { query_timeout: isMigration ? maxTimer : bulkTimeout } : {};
      return connected(deadline, async (client) => {
        const query = (text: string, values: readonly unknown[] = []) => {
          if (performance.now() > deadline)
            throw new Error('Timeout: earlier statements were slow');
          const config = { text, values: [...values], ...settings };
          return client.query<Record<string, unknown>>(config);
        };
        const run: Run = async ({ text, values }) =>
          (await query(numberPlaceholders(text), values)).rows;
        try {
          await query(begin(durability));
          if (isMigration) await run(sql`SELECT pg_advisory_xact_lock(${migrationLock})`);
          const result = await act({ run, script: async (text) => void (await query(text)) });
          await query('COMMIT');
          return result;
        } catch (error) {
          // A connection that has failed is closed, which rolls back: a ROLLBACK on it would wait for the timeout again.
          if (!isUnavailable(error)) await client.query('ROLLBACK').catch(() => {});
          throw error;
        }
      });
    },
    async close() {
      if (loading) await (await loading).end();
      loading = undefined;
    },
  };
  return createSqlStore(database, migrations);
}

async function createPool(url: string, queryTimeout: number): Promise<Pool> {
  const { default: pg } = await import('pg');
  // Counts and milliseconds (int8) come as text by default; ours stay below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: queryTimeout,
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

/** Whether PostgreSQL ended one of two transactions that waited for each other, or changed what the other read. */
function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(findErrorCode(error) ?? '');
}

/** An error that is not PostgreSQL's response to our SQL comes from the network: refused, reset, timed out. */
function isUnavailable(error: unknown): boolean {
  const code = findErrorCode(error);
  // An SQLSTATE has a digit, which EPIPE has not.
  if (code !== undefined) return !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || unavailable.test(code);
  return error instanceof Error && /timeout|terminated|not queryable/i.test(error.message);
}
