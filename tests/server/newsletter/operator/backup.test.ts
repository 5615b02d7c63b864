import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { readDeployFile } from '../../../helpers/deploy-files.ts';
import { runCommand } from '../../../helpers/newsletter-command.ts';
import {
  insertConfirmed,
  openDatabase,
  type StoreKind,
} from '../../../helpers/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter-visits.ts';
import { getPostgres } from '../../../helpers/start-postgres.ts';

/* What the operator's README says under "Backup". */

const bin = await getPostgres();

async function open(kind: StoreKind) {
  const made = await openNewsletter(kind);
  return {
    ...made,
    backUp: (...operands: string[]) => runCommand(made.environment, 'backup', ...operands),
    copy: join(made.database.place.dataDirectory, 'copy.sqlite'),
  };
}

test('with PostgreSQL the command names pg_dump, and the documented commands dump and restore everybody', async () => {
  const { backUp, copy, store, database, newsletter } = await open('PostgreSQL');
  const error = expect.stringContaining('pg_dump');
  expect(await backUp(copy)).toMatchObject({ code: 1, error });
  await insertConfirmed(database, 3);
  await newsletter.subscribe('asha@example.com', '203.0.113.7');
  const run = (begin: string, url: string | undefined) => {
    const [command = ''] =
      new RegExp(`${begin} [^\`\\n]*"\\$DATABASE_URL"`).exec(readDeployFile('README.md')) ?? [];
    expect(command).toContain(begin);
    const env = { PATH: `${bin}:/usr/bin:/bin`, DATABASE_URL: url };
    execFileSync('sh', ['-c', command], { cwd: dirname(copy), env, stdio: 'pipe' });
  };
  run('pg_dump', database.place.databaseUrl);
  const other = await openDatabase('PostgreSQL');
  run('psql', other.place.databaseUrl);
  const restored = other.createStore();
  await restored.open();
  expect(await restored.listSubscribers('', 100)).toEqual(await store.listSubscribers('', 100));
  expect(await restored.stats()).toMatchObject({ confirmed: 3, pending: 1, waiting: 1 });
});

test('with SQLite a backup while the server runs holds everybody, and never overwrites a file', async () => {
  const { store, database, newsletter, backUp, copy } = await open('SQLite');
  await insertConfirmed(database, 3);
  await newsletter.subscribe('asha@example.com', '203.0.113.7');
  const before = await store.listSubscribers('', 100);
  expect(await backUp(copy)).toMatchObject({ code: 0, out: `Backed up to ${copy}\n` });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  await newsletter.subscribe('too-late@example.com', '203.0.113.7');
  const restored = createSqliteStore({ file: copy });
  await restored.open();
  expect(await restored.listSubscribers('', 100)).toEqual(before);
  expect(await restored.stats()).toMatchObject({ confirmed: 3, pending: 1, waiting: 1 });
  await restored.close();
  const error = expect.stringContaining('already exists');
  expect(await backUp(copy)).toMatchObject({ code: 1, error });
  expect((await backUp(join(copy, 'below'))).error).toContain('ENOTDIR');
  expect((await backUp()).code).toBe(2);
});
