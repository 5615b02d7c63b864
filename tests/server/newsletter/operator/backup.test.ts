import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewsletterStore } from '#server/newsletter/store/store-sql.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { readDeployFile } from '../../../helpers/deploy-files.ts';
import { runCommand } from '../../../helpers/newsletter-command.ts';
import { insertConfirmed, openDatabase } from '../../../helpers/newsletter-stores.ts';
import { openNewsletter } from '../../../helpers/newsletter-visits.ts';
import { getPostgres } from '../../../helpers/start-postgres.ts';

/* What the operator's README says under "Backup". */

const bin = await getPostgres();

/** Three people who have confirmed, and one who has not. */
async function open(kind: Parameters<typeof openNewsletter>[0]) {
  const made = await openNewsletter(kind);
  await insertConfirmed(made.database, 3);
  await made.subscribe('asha');
  return {
    ...made,
    people: await made.store.listSubscribers('', 100),
    backUp: (...operands: string[]) => runCommand(made.environment, 'backup', ...operands),
    copy: join(made.database.place.dataDirectory, 'copy.sqlite'),
  };
}

/** Whether the store holds these people, and the mail that waits. */
async function expectRestored(store: NewsletterStore, people: readonly unknown[]) {
  await store.open();
  expect(await store.listSubscribers('', 100)).toEqual(people);
  expect(await store.stats()).toMatchObject({ confirmed: 3, pending: 1, waiting: 1 });
  await store.close();
}

test('with PostgreSQL the command names pg_dump, and the documented commands dump and restore everybody', async () => {
  const { backUp, copy, database, people } = await open('PostgreSQL');
  const error = expect.stringContaining('pg_dump');
  expect(await backUp(copy)).toMatchObject({ code: 1, error });
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
  await expectRestored(other.createStore(), people);
});

test('with SQLite a backup while the server runs holds everybody, and never overwrites a file', async () => {
  const { subscribe, backUp, copy, people } = await open('SQLite');
  expect(await backUp(copy)).toMatchObject({ code: 0, out: `Backed up to ${copy}\n` });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  await subscribe('too-late');
  await expectRestored(createSqliteStore({ file: copy }), people);
  const error = expect.stringContaining('already exists');
  expect(await backUp(copy)).toMatchObject({ code: 1, error });
  expect((await backUp(join(copy, 'below'))).error).toContain('ENOTDIR');
  expect((await backUp()).code).toBe(2);
});
