import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createKeys } from '#server/newsletter/keys.ts';
import type { NewsletterStore } from '#server/newsletter/store.ts';
import { createPostgresStore } from '#server/newsletter/store-postgres.ts';
import { createSqliteStore } from '#server/newsletter/store-sqlite.ts';
import { subscribe } from '#server/newsletter/subscribe.ts';
import { startPostgres } from './start-postgres.ts';

/* `npx tsx scripts/bench-newsletter.ts`: subscriptions a second on both stores, and how the cost of
   subscribe, stats and `send --dry-run` grows from a thousand subscribers to a million. Each figure
   is on disk: SQLite with synchronous=FULL, PostgreSQL with its defaults. About two minutes. */

const columns =
  'INSERT INTO newsletter_subscribers (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const measured = { seconds: 3, single: 200 };

interface Bench {
  readonly name: string;
  readonly store: NewsletterStore;
  /** Adds confirmed subscribers up to this number, by the database's own means. */
  fill(from: number, to: number): Promise<void>;
  close(): Promise<void>;
}

const keys = createKeys(['a secret for the benchmark']);
const dependencies = (store: NewsletterStore) => ({
  store,
  keys,
  limits: { address: 1e9, network: 1e9, overall: 1e9 },
  consent: 'bench',
});

const rows: string[] = [];
let number = 0;
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`);
for (const create of [createSqliteBench, createPostgresBench]) {
  const bench = await create();
  try {
    await measure(bench);
  } finally {
    await bench.close();
  }
}
console.log(
  '| store | subscribers | subscriptions/s, 1 at a time | 16 at a time | subscribe, median | stats | send --dry-run |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|');
for (const row of rows) console.log(row);

async function measure({ name, store, fill }: Bench): Promise<void> {
  await store.open();
  let filled = 0;
  for (const size of sizes) {
    process.stderr.write(`${name}: ${size.toLocaleString('en-US')} subscribers …\n`);
    await fill(filled, size);
    filled = size;
    const one = await countPerSecond(store, 1);
    const many = await countPerSecond(store, 16);
    const median = await findMedian(() => subscribeOne(store), measured.single);
    const stats = await findMedian(() => store.stats(), 5);
    const dryRun = await findMedian(() => store.countRecipients('no such issue'), 5);
    const cells = [
      name,
      size.toLocaleString('en-US'),
      one.toLocaleString('en-US'),
      many.toLocaleString('en-US'),
      ...[median, stats, dryRun].map((value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`),
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
}

async function subscribeOne(store: NewsletterStore): Promise<void> {
  number += 1;
  const network = `203.0.113.${number % 250}`;
  const outcome = await subscribe(`bench-${number}@example.com`, network, dependencies(store));
  if (outcome.kind !== 'accepted') throw new Error(`The benchmark was answered ${outcome.kind}`);
}

async function countPerSecond(store: NewsletterStore, concurrency: number): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + measured.seconds * 1000;
  let done = 0;
  const work = async () => {
    while (performance.now() < end) {
      await subscribeOne(store);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return Math.round(done / ((performance.now() - startedAt) / 1000));
}

/** Milliseconds. */
async function findMedian(act: () => Promise<unknown>, times: number): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await act();
    taken.push(performance.now() - startedAt);
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

async function createSqliteBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-bench-'));
  const file = join(folder, 'newsletter.sqlite');
  const store = createSqliteStore({ file });
  return {
    name: 'SQLite',
    store,
    async fill(from, to) {
      const database = new DatabaseSync(file);
      database.exec(
        `WITH RECURSIVE n(i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
         ${columns} SELECT hex(randomblob(11)), 'r' || i || '@example.org', 'r' || i || '@example.org', 'confirmed', 1, 2, 1, 'bench' FROM n`,
      );
      database.close();
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function createPostgresBench(): Promise<Bench> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const store = createPostgresStore({ url });
  return {
    name: 'PostgreSQL',
    store,
    async fill(from, to) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(
        `${columns} SELECT substr(md5(random()::text || i), 1, 22), 'r' || i || '@example.org', 'r' || i || '@example.org', 'confirmed', 1, 2, 1, 'bench' FROM generate_series(${from + 1}, ${to}) i`,
      );
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
    async close() {
      await store.close();
      await postgres.remove();
    },
  };
}
