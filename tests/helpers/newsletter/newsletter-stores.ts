import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { createPostgresStore } from '#server/newsletter/store/store-postgres.ts';
import type { NewsletterStore } from '#server/newsletter/store/store-sql.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { getShared } from '../get-shared.ts';
import { createDatabase, findPostgres, queryPostgres } from '../programs/start-postgres.ts';
import { makeFolder } from '../until-test-ends.ts';

/** An empty database, with access that bypasses the store. */
export interface TestDatabase {
  /** Opens another store on the same database, as a replica does. */
  createStore(options?: StoreOptions): NewsletterStore;
  /** The values of `DATABASE_URL` and `DATA_DIR`. */
  readonly place: { readonly databaseUrl?: string; readonly dataDirectory: string };
  /** Runs SQL without values and returns the rows. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Every table of the schema. */
  listTables(): Promise<readonly string[]>;
}

/** Moves every time in the database back by this many milliseconds. */
export async function age({ query }: TestDatabase, milliseconds: number): Promise<void> {
  const columns = [
    ['newsletter_subscribers', 'requested_at', 'confirmed_at', 'asked_at', 'mailed_at'],
    ['newsletter_confirmations', 'expires_at'],
    ['newsletter_editions', 'created_at', 'closed_at', 'paused_at', 'cancelled_at'],
    ['newsletter_mails', 'due_at', 'created_at', 'first_tried_at'],
    ['newsletter_sender', 'ends_at', 'resting_since'],
  ];
  for (const [table = '', ...names] of columns) {
    const changes = names.map((name) => `${name} = ${name} - ${milliseconds}`).join(', ');
    await query(`UPDATE ${table} SET ${changes}`);
  }
}

/** Confirmed subscribers `reader-0@example.com` … inserted directly, which the store does not offer. */
export async function insertConfirmed(
  { query }: TestDatabase,
  count: number,
  name = 'reader',
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => {
    const address = `${name}-${number}@example.com`;
    return `('${randomUUID()}', '${address}', '${address}', 'confirmed', 1, 2, 1, 'v')`;
  });
  await query(
    `INSERT INTO newsletter_subscribers
       (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)
     VALUES ${rows.join(', ')}`,
  );
}

/** The subscriber with this address. */
export async function findSubscriber(store: NewsletterStore, address: string) {
  const all = await store.listSubscribers('', 100_000);
  return all.find((each) => each.address.toLowerCase() === address.toLowerCase());
}

/** Queues an edition for everybody who has confirmed, after so many more have. */
export async function queueEdition(
  database: TestDatabase,
  store: NewsletterStore,
  { confirmed = 0, name = 'reader', id = 'edition' } = {},
): Promise<void> {
  if (confirmed > 0) await insertConfirmed(database, confirmed, name);
  const words = { subject: 'Monsoon letter', text: 'Dear\n\nreaders', html: '<p>t</p>' };
  await store.addEdition({ id, ...words });
  await store.queueEdition(id);
}

export type StoreKind = 'SQLite' | 'PostgreSQL';
/** PostgreSQL is among them only where it is installed: `npm test` installs nothing, `npm run test:system` does. */
export const storeKinds: readonly StoreKind[] = findPostgres()
  ? ['SQLite', 'PostgreSQL']
  : ['SQLite'];

/** Makes a database of this kind, which is removed when the test ends. */
export async function openDatabase(kind: StoreKind): Promise<TestDatabase> {
  const dataDirectory = await makeFolder();
  const created =
    kind === 'SQLite'
      ? createSqlite(dataDirectory)
      : createPostgres(await createDatabase(await getShared('postgres')), dataDirectory);
  return {
    ...created,
    createStore(options = {}) {
      const store = created.createStore(options);
      onTestFinished(() => store.close());
      return store;
    },
    listTables: async () => (await created.query(created.tables)).map(({ name }) => String(name)),
  };
}

type StoreOptions = Pick<
  Parameters<typeof createPostgresStore>[0],
  'migrations' | 'statementTimeout'
>;

function createSqlite(dataDirectory: string) {
  const file = join(dataDirectory, 'newsletter.sqlite');
  return {
    place: { dataDirectory },
    createStore: ({ migrations }: StoreOptions) =>
      createSqliteStore({ file, ...(migrations ? { migrations } : {}) }),
    tables: `SELECT name FROM sqlite_master WHERE type = 'table'`,
    async query(sql: string) {
      const connection = new DatabaseSync(file, { timeout: 5_000 });
      try {
        return connection.prepare(sql).all();
      } finally {
        connection.close();
      }
    },
  };
}

function createPostgres(url: string, dataDirectory: string) {
  return {
    place: { databaseUrl: url, dataDirectory },
    createStore: (options: StoreOptions) => createPostgresStore({ url, ...options }),
    tables: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    query: (sql: string) => queryPostgres(url, sql),
  };
}
