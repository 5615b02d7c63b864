import type { Pool, PoolClient } from 'pg';
import { findErrorCode } from '../../describe-error.ts';
import type { Migration } from './migrations.ts';
import { StoreUnavailable } from './store.ts';
import { type Database, type Run, sql } from './store-database.ts';
import { createSqlStore, type NewsletterStore } from './store-sql.ts';

interface PostgresOptions {
  /** `postgres://user:password@host/database` */
  readonly url: string;
  readonly migrations?: readonly Migration[];
  /** Milliseconds for a query that is no migration. A visitor is waiting. */
  readonly queryTimeout?: number;
}

/** Any number, the same in every replica: the name of the lock that migrations are made under. */
const migrationLock = 5_047_194_701;

/** Milliseconds. A visitor is waiting too. */
const connectionTimeout = 2_000;
/** For a migration of large tables: 24 days, which is as long as a timer can be. */
const maxTimer = 2 ** 31 - 1;

/**
 * Connections of one replica. `scripts/deploy/kubernetes.yaml` allows ten replicas, and twice as many
 * while they are replaced; PostgreSQL allows 97 connections as it is delivered.
 */
export const poolSize = 4;

/**
 * Errors that may go away: connection, resources, operator, system, deadlock, lock timeout, transaction timeouts,
 * read-only, no database, no login, no permission, no tables (until a backup is restored). None of them quotes a row.
 */
const unavailable = /^(08|53|57|58|40|55P03|25P0[34]|25006|3D000|28|42501|42P01)/;

/**
 * A store that several replicas share. It connects on demand, so the database may be down at the start, and may go
 * and come back at any time.
 */
export function createPostgresStore({
  url,
  migrations,
  queryTimeout = 10_000,
}: PostgresOptions): NewsletterStore {
  let loading: Promise<Pool> | undefined;
  /** `pg` is loaded only where it is configured, so that every other server starts faster. */
  const getPool = () => {
    loading ??= createPool(url, queryTimeout);
    return loading;
  };

  /** Runs it once more where PostgreSQL has ended it for another: then none of it is stored. */
  async function connected<Result>(act: (client: PoolClient) => Promise<Result>): Promise<Result> {
    try {
      return await connectedOnce(act);
    } catch (error) {
      if (!(error instanceof StoreUnavailable && isConflict(error.cause))) throw error;
      return await connectedOnce(act);
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

  const runOn =
    (client: PoolClient, settings: { readonly query_timeout?: number } = {}): Run =>
    async ({ text, values }) => {
      const query = { text: numberPlaceholders(text), values: [...values], ...settings };
      const { rows } = await client.query<Record<string, unknown>>(query);
      return rows;
    };

  const database: Database = {
    now: sql`(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint`,
    forUpdate: sql`FOR NO KEY UPDATE`,
    skipLocked: sql`FOR NO KEY UPDATE SKIP LOCKED`,
    connect: () => connected(async () => {}),
    run: (statement) => connected((client) => runOn(client)(statement)),
    transaction: (durability, act) =>
      connected(async (client) => {
        await client.query('BEGIN');
        try {
          if (durability === 'loose') await client.query('SET LOCAL synchronous_commit = off');
          const settings = durability === 'migration' ? { query_timeout: maxTimer } : {};
          const run = runOn(client, settings);
          if (durability === 'migration') {
            await client.query('SET LOCAL statement_timeout = 0');
            await run(sql`SELECT pg_advisory_xact_lock(${migrationLock})`);
          }
          const result = await act({
            run,
            script: async (text) => void (await client.query({ text, ...settings })),
          });
          await client.query({ text: 'COMMIT', ...settings });
          return result;
        } catch (error) {
          // A connection that has failed is closed, which rolls back: a ROLLBACK on it would wait for the timeout again.
          if (!isUnavailable(error)) await client.query('ROLLBACK').catch(() => {});
          throw error;
        }
      }),
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

/** `?` as PostgreSQL writes it: `$1`, `$2` … None of our texts holds a question mark. */
function numberPlaceholders(text: string): string {
  return text.split('?').reduce((before, after, index) => `${before}$${index}${after}`);
}

/** Two transactions waited for each other, or changed what the other had read. PostgreSQL ended one of them. */
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
