import { spawnSync } from 'node:child_process';
import { chmod, readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupDays } from '#shared/content/privacy.ts';
import { day } from '#shared/dates/durations.ts';
import { deployFolder, readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { readPage } from '../../helpers/site/read-page.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

/** Runs the script beside dumps of these ages in days, with a `docker` that dumps one line and exits with this code. */
async function backUp(ages: readonly number[], exitCode: number) {
  const folder = await makeFolder({
    docker: `#!/bin/sh\necho "$*"\nexit ${exitCode}\n`,
    'dumps/notes.txt': '',
    'dumps/killed.sql.new': '',
    ...Object.fromEntries(ages.map((age) => [`dumps/${age}.sql`, ''])),
  });
  await chmod(join(folder, 'docker'), 0o755);
  const dumps = join(folder, 'dumps');
  const files = ages.map((age) => [`${age}.sql`, age] as const);
  for (const [name, age] of [...files, ['killed.sql.new', backupDays] as const]) {
    const time = new Date(Date.now() - age * day);
    await utimes(join(dumps, name), time, time);
  }
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const { status } = spawnSync('sh', [join(deployFolder, 'backup.sh'), dumps], { env });
  const left = (await readdir(dumps)).filter((name) => name !== 'notes.txt').sort();
  return { status, files: left, read: (name: string) => readFile(join(dumps, name), 'utf8') };
}

test('a dump is deleted within the days that the privacy page promises, and nothing else is deleted', async () => {
  const { status, files, read } = await backUp([backupDays, backupDays - 1, 27, 1], 0);
  const isNew = expect.stringMatching(/^\d{4}-\d\d-\d\d\.sql$/);
  expect([status, files]).toEqual([0, ['1.sql', isNew, '27.sql']]);
  const [, name = ''] = files;
  expect(await read(name)).toContain('pg_dump');
  const { words } = await readPage('/privacy');
  expect(words).toContain(`Backups of the newsletter’s database: ${backupDays} days at most.`);
  const line = / 3 \* \* \* CHECKOUT\/scripts\/deploy\/backup\.sh \/var\/backups/;
  expect(readDeployFile('README.md')).toMatch(line);
});

test('without a new dump no old dump is deleted', async () => {
  const { status, files } = await backUp([40, 1], 1);
  expect(status).not.toBe(0);
  expect(files).toEqual(expect.arrayContaining(['1.sql', '40.sql']));
});
