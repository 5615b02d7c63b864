import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createSubscriberId } from '#server/newsletter/keys/keys.ts';
import type { Migration } from '#server/newsletter/store/migrations.ts';
import type { NewsletterStore } from '#server/newsletter/store/store.ts';
import { createPostgresStore } from '#server/newsletter/store/store-postgres.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { startPostgres, type TestPostgres } from './start-postgres.ts';

/** An empty database of its own, and what a test does behind the store's back. */
export interface TestDatabase {
  /** As many stores as wanted over the same database, as replicas have them. */
  createStore(migrations?: readonly Migration[]): NewsletterStore;
  /** What `DATABASE_URL` and `DATA_DIR` would say. */
  readonly place: { readonly databaseUrl?: string; readonly dataDirectory: string };
  /** Runs SQL without values and returns the rows. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Every table of the schema. */
  listTables(): Promise<readonly string[]>;
}

type Query = TestDatabase['query'];

async function listNames(query: Query, sql: string): Promise<readonly string[]> {
  return (await query(sql)).map(({ name }) => String(name));
}

/** Makes the past longer: every time in the database moves back by so many milliseconds. */
export async function age({ query }: TestDatabase, milliseconds: number): Promise<void> {
  const columns = [
    ['newsletter_subscribers', 'requested_at', 'confirmed_at', 'asked_at', 'bounced_at'],
    ['newsletter_confirmations', 'expires_at'],
    ['newsletter_outbox', 'due_at', 'created_at'],
    ['newsletter_limits', 'ends_at'],
  ];
  for (const [table = '', ...names] of columns) {
    const changes = names.map((name) => `${name} = ${name} - ${milliseconds}`).join(', ');
    await query(`UPDATE ${table} SET ${changes}`);
  }
}

/** Confirmed subscribers `reader-0@example.com` … by the shortest way, which the store has no need of. */
export async function insertConfirmed({ query }: TestDatabase, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => {
    const address = `reader-${number}@example.com`;
    return `('${createSubscriberId()}', '${address}', '${address}', 'confirmed', 1, 2, 1, 'v')`;
  });
  await query(
    `INSERT INTO newsletter_subscribers
       (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)
     VALUES ${rows.join(', ')}`,
  );
}

/** Queues an issue for everybody who has confirmed. */
export async function queueEdition(store: NewsletterStore, id = 'issue'): Promise<void> {
  await store.addEdition({
    id,
    subject: 'Monsoon letter',
    text: 'Dear\n\nreaders',
    html: null,
  });
  let after: string | undefined = '';
  while (after !== undefined) after = await store.queueEdition(id, after, 1_000);
}

export type StoreKind = 'SQLite' | 'PostgreSQL';
export const storeKinds: readonly StoreKind[] = ['SQLite', 'PostgreSQL'];

/** Databases of one kind for the tests of one `describe`; all are gone after it. */
export function useDatabases(kind: StoreKind): () => Promise<TestDatabase> {
  let postgres: TestPostgres | undefined;
  const stores: NewsletterStore[] = [];
  const folders: string[] = [];
  const keep = (store: NewsletterStore) => {
    stores.push(store);
    return store;
  };
  beforeAll(async () => {
    if (kind === 'PostgreSQL') postgres = await startPostgres();
  }, 360_000);
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await postgres?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'newsletter-'));
    folders.push(dataDirectory);
    if (kind === 'SQLite') return createSqliteDatabase(dataDirectory, keep);
    if (!postgres) throw new Error('PostgreSQL has not been started');
    return createPostgresDatabase(await postgres.createDatabase(), dataDirectory, keep);
  };
}

type Keep = (store: NewsletterStore) => NewsletterStore;

function createSqliteDatabase(dataDirectory: string, keep: Keep): TestDatabase {
  const file = join(dataDirectory, 'newsletter.sqlite');
  const query: Query = async (sql) => {
    const connection = new DatabaseSync(file, { timeout: 5_000 });
    try {
      return connection.prepare(sql).all();
    } finally {
      connection.close();
    }
  };
  return {
    place: { dataDirectory },
    createStore: (migrations) =>
      keep(createSqliteStore({ file, ...(migrations ? { migrations } : {}) })),
    query,
    listTables: () => listNames(query, `SELECT name FROM sqlite_master WHERE type = 'table'`),
  };
}

function createPostgresDatabase(url: string, dataDirectory: string, keep: Keep): TestDatabase {
  const query: Query = async (sql) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    place: { databaseUrl: url, dataDirectory },
    createStore: (migrations) =>
      keep(createPostgresStore({ url, ...(migrations ? { migrations } : {}) })),
    query,
    listTables: () =>
      listNames(query, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`),
  };
}
