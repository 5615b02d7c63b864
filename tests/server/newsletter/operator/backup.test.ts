import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { expectRestored, openForBackup } from '../../../helpers/newsletter/backups.ts';
import { insertConfirmed } from '../../../helpers/newsletter/newsletter-stores.ts';
import { getBuiltServer } from '../../../helpers/site/start-server.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

/* The promises of the operators' guide, "Backup". */

test('with SQLite a backup of a running server contains all subscribers, and never overwrites a file', async () => {
  const { subscribe, backUp, copy, people } = await openForBackup('SQLite');
  expect(await backUp(copy)).toMatchObject({ code: 0, out: `Backed up to ${copy}\n` });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  await subscribe('too-late');
  await expectRestored(createSqliteStore({ file: copy }), people);
  const error = expect.stringContaining('already exists');
  expect(await backUp(copy)).toMatchObject({ code: 1, error });
  expect((await backUp(join(copy, 'below'))).error).toContain('ENOTDIR');
  expect((await backUp()).code).toBe(2);
});

test('a backup that is killed leaves no file under its name, and `file:…` is an ordinary file name', async () => {
  const { database, environment } = await openForBackup('SQLite');
  const people = 60_000;
  await insertConfirmed(database, people, 'many');
  const folder = await makeFolder();
  const program = await getBuiltServer('newsletter');
  const backUp = (name: string) =>
    spawn(process.execPath, [program, 'backup', name], { cwd: folder, env: environment });
  const killed = backUp('copy.sqlite');
  await expect.poll(() => readdirSync(folder), { interval: 2 }).not.toEqual([]);
  killed.kill('SIGKILL');
  await once(killed, 'close');
  // On a very fast machine it may be complete already.
  const files = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  expect(files).toEqual(killed.exitCode === 0 ? ['copy.sqlite'] : []);

  await once(backUp('file:copy.sqlite'), 'close');
  const copy = new DatabaseSync(resolve(folder, 'file:copy.sqlite'), { readOnly: true });
  const [row] = copy.prepare('SELECT COUNT(*) AS people FROM newsletter_subscribers').all();
  copy.close();
  expect(row).toMatchObject({ people: people + 4 });
});
