import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '#server/newsletter/operator/commands.ts';
import { createSqliteStore } from '#server/newsletter/store/store-sqlite.ts';
import { insertConfirmed, type StoreKind } from '../../../helpers/newsletter-stores.ts';
import { useVisits } from '../../../helpers/newsletter-visits.ts';

/* What the operator's README says under "Backup"; its commands run in tests/container/newsletter.test.ts. */

function useBackups(kind: StoreKind) {
  const openVisits = useVisits(kind);
  return async () => {
    const { parts, database, newsletter } = await openVisits();
    async function backUp(...operands: string[]) {
      const said: string[] = [];
      const complain = (line: string) => void said.push(line);
      const flags = { json: false, lift: false, confirmed: false, 'dry-run': false };
      const createProgressBar = () => ({ update() {}, end() {} });
      const print = (_value: unknown, text: string) => complain(text);
      const input = { parts, operands, flags, print, complain, createProgressBar };
      return { code: await commands.backup(input), said: said.join('\n') };
    }
    const copy = join(database.place.dataDirectory, 'copy.sqlite');
    return { store: parts.store, database, newsletter, backUp, copy };
  };
}

describe('with PostgreSQL', () => {
  const open = useBackups('PostgreSQL');

  test('the command says that pg_dump is the way', async () => {
    const { backUp, copy } = await open();
    const said = expect.stringContaining('pg_dump');
    expect(await backUp(copy)).toEqual({ code: 1, said });
  });
});

describe('with SQLite', () => {
  const open = useBackups('SQLite');

  test('a backup while the server runs holds everybody, and never overwrites a file', async () => {
    const { store, database, newsletter, backUp, copy } = await open();
    await insertConfirmed(database, 3);
    await newsletter.subscribe('asha@example.com', '203.0.113.7');
    const before = await store.listSubscribers('', 100);
    expect(await backUp(copy)).toEqual({ code: 0, said: `Backed up to ${copy}` });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    await newsletter.subscribe('too-late@example.com', '203.0.113.7');
    const restored = createSqliteStore({ file: copy });
    await restored.open();
    expect(await restored.listSubscribers('', 100)).toEqual(before);
    expect(await restored.stats()).toMatchObject({ confirmed: 3, pending: 1, waiting: 1 });
    await restored.close();
    const said = expect.stringContaining('already exists');
    expect(await backUp(copy)).toEqual({ code: 1, said });
    expect((await backUp()).code).toBe(2);
  });
});
