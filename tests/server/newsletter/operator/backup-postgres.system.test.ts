import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { expectRestored, openForBackup } from '../../../helpers/newsletter/backups.ts';
import { openDatabase } from '../../../helpers/newsletter/newsletter-stores.ts';
import { readDeployFile } from '../../../helpers/programs/deploy-files.ts';
import { getPostgres } from '../../../helpers/programs/start-postgres.ts';

const bin = getPostgres();

test('with PostgreSQL the command names pg_dump, and the documented commands dump and restore all subscribers', async () => {
  const { backUp, copy, database, people } = await openForBackup('PostgreSQL');
  const error = expect.stringContaining('pg_dump');
  expect(await backUp(copy)).toMatchObject({ code: 1, error });
  const run = (begin: string, url: string | undefined) => {
    const [command = ''] =
      new RegExp(`${begin} [^\`\\n]*"\\$DATABASE_URL"[^\`\\n]*`).exec(
        readDeployFile('README.md'),
      ) ?? [];
    expect(command).toContain(begin);
    const env = { PATH: `${bin}:/usr/bin:/bin`, DATABASE_URL: url };
    execFileSync('sh', ['-c', command], { cwd: dirname(copy), env, stdio: 'pipe' });
  };
  run('pg_dump', database.place.databaseUrl);
  const other = await openDatabase('PostgreSQL');
  run('psql', other.place.databaseUrl);
  await expectRestored(other.createStore(), people);
});
