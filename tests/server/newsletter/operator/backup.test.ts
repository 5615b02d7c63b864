import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '#server/newsletter/operator/commands.ts';
import { findShared } from '../../../helpers/find-shared.ts';
import { makeNewsletter } from '../../../helpers/newsletter-app.ts';
import { createDatabase } from '../../../helpers/start-postgres.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

/* What the operator's README says under "Backup"; its commands run in tests/container/newsletter.test.ts. */

const secret = 'no-secret-at-all-but-long-enough-for-it';
async function open(environment: Record<string, string>) {
  const made = await makeNewsletter({ MAIL: 'capture', APP_SECRET: secret, ...environment });
  await made.parts.ready();
  return made;
}

type Made = Awaited<ReturnType<typeof open>>;

async function subscribe({ newsletter }: Made, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const outcome = await newsletter.subscribe(
      `reader-${number}@example.com`,
      `203.0.113.${number}`,
    );
    expect(outcome.kind).toBe('accepted');
  }
}

const listAddresses = async ({ parts }: Made) =>
  (await parts.store.listSubscribers('', 100)).map(({ address }) => address).sort();

async function backUp({ parts }: Made, ...operands: string[]) {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const flags = { json: false, lift: false, confirmed: false, 'dry-run': false };
  const createProgressBar = () => ({ update() {}, end() {} });
  const print = (_value: unknown, text: string) => say(text);
  const output = { print, complain: say, createProgressBar };
  const code = await commands.backup({ parts, operands, flags, ...output });
  return { code, said: said.join('\n') };
}

test('SQLite is backed up while it runs, and the copy put in its place holds everybody', async () => {
  const folder = await makeFolder();
  const [place, copy] = [join(folder, 'data'), join(folder, 'copy.sqlite')];
  const before = await open({ DATA_DIR: place });
  await subscribe(before, 5);
  expect(await backUp(before, copy)).toEqual({ code: 0, said: `Backed up to ${copy}` });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const addresses = await listAddresses(before);
  await before.newsletter.subscribe('too-late@example.com', '198.51.100.1');
  await before.stop();

  rmSync(place, { recursive: true });
  const other = join(folder, 'restored');
  const empty = await open({ DATA_DIR: other }); // A new machine that has started once already.
  expect(await listAddresses(empty)).toEqual([]);
  await empty.stop();
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(other, `newsletter.sqlite${end}`), { force: true });
  }
  renameSync(copy, join(other, 'newsletter.sqlite'));
  const after = await open({ DATA_DIR: other });
  expect(await listAddresses(after)).toEqual(addresses);
  expect((await after.parts.store.stats()).waiting).toBe(5);
});

test('a backup never overwrites a file, and says so', async () => {
  const folder = await makeFolder();
  const made = await open({ DATA_DIR: folder });
  const copy = join(folder, 'copy.sqlite');
  await backUp(made, copy);
  const { code, said } = await backUp(made, copy);
  expect(code).toBe(1);
  expect(said).toContain('already exists');
  expect((await backUp(made)).code).toBe(2);
});

test('with PostgreSQL the command says that pg_dump is the way', async () => {
  const folder = await makeFolder();
  const url = await createDatabase(await findShared('postgres'));
  const made = await open({ DATABASE_URL: url, DATA_DIR: folder });
  const { code, said } = await backUp(made, join(folder, 'copy'));
  expect([code, said]).toEqual([1, expect.stringContaining('pg_dump')]);
});
