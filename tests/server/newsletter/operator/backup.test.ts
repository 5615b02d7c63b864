import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { expectRestored, openForBackup } from '../../../helpers/backups.ts';

/* What the operator's README says under "Backup". */

test('with SQLite a backup while the server runs holds everybody, and never overwrites a file', async () => {
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
