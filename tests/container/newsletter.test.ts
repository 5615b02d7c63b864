import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postForm } from '../helpers/ask.ts';
import { makeEnvironment } from '../helpers/newsletter-app.ts';
import { readLink, type TestSmtp } from '../helpers/smtp.ts';
import { getPostgres, startPostgres } from '../helpers/start-postgres.ts';
import { makeFolder, openSmtp } from '../helpers/until-test-ends.ts';
import { makeVolume, type RunningContainer, withContainer } from './start-container.ts';

/* A subscription from the form to the confirmed reader, and both ways of the operators' README to back the
   database up and to restore it. */

const makeVariables = (smtp: TestSmtp, databaseUrl?: string) =>
  makeEnvironment(
    { place: { dataDirectory: '/data', ...(databaseUrl ? { databaseUrl } : {}) } },
    smtp.url,
  );

/** From the form through the mail to the button. */
async function subscribe({ port }: RunningContainer, smtp: TestSmtp, email: string) {
  expect(await postForm(port, email)).toBe(303);
  const find = () => smtp.mails.find(({ to }) => to === email);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const mail = find();
  if (!mail) throw new Error('The mail is gone');
  const confirm = `http://127.0.0.1:${port}${readLink(mail, 'confirm')}`;
  const body = new URLSearchParams();
  expect((await fetch(confirm, { method: 'POST', redirect: 'manual', body })).status).toBe(200);
}

/** The confirmed subscribers, as the operator's command lists them. */
async function listSubscribers(container: RunningContainer): Promise<readonly string[]> {
  const list = ['node', 'dist/server/newsletter.js', 'export', '--confirmed'];
  const { code, output } = await container.execute(...list);
  expect(code).toBe(0);
  return [...output.matchAll(/[\w-]+@example\.com/g)].map(([address]) => address);
}

const readers = ['first@example.com', 'newest@example.com'];

test('SQLite: the newest subscription is in the backup of the running container, and in the restored one', async () => {
  const [folder, smtp] = [await makeFolder(), await openSmtp()];
  const variables = makeVariables(smtp);
  const data = makeVolume(join(folder, 'data'));
  await withContainer('first', { variables, data }, async (container) => {
    for (const reader of readers) await subscribe(container, smtp, reader);
    const backUp = ['node', 'dist/server/newsletter.js', 'backup', '/data/backup.sqlite'];
    expect(await container.execute(...backUp)).toMatchObject({ code: 0 });
  });
  // As the README says: another machine, and nothing but the copy.
  const restored = makeVolume(join(folder, 'restored'));
  const copy = join(restored, 'newsletter.sqlite');
  cpSync(join(data, 'backup.sqlite'), copy);
  execFileSync('chown', ['1000:1000', copy]);
  await withContainer('second', { variables, data: restored }, async (container) => {
    expect((await listSubscribers(container)).toSorted()).toEqual(readers);
    await subscribe(container, smtp, 'after@example.com');
  });
});

/** The documented command in which `$DATABASE_URL` stands for the database. */
function readCommand(begin: 'pg_dump' | 'psql'): string {
  const readme = readFileSync('scripts/deploy/README.md', 'utf8');
  const [command = ''] = new RegExp(`${begin} [^\`\\n]*"\\$DATABASE_URL"`).exec(readme) ?? [];
  expect(command).not.toBe('');
  return command;
}

test('PostgreSQL: the newest subscription is in the dump of the running container, and in the restored one', async () => {
  const [folder, smtp] = [await makeFolder(), await openSmtp()];
  const postgres = await startPostgres();
  const bin = await getPostgres();
  const runDocumented = (command: string, databaseUrl: string) =>
    execFileSync('sh', ['-c', command], {
      cwd: folder,
      env: { PATH: `${bin}:/usr/bin:/bin`, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  try {
    const before = await postgres.createDatabase();
    await withContainer('first', { variables: makeVariables(smtp, before) }, async (container) => {
      for (const reader of readers) await subscribe(container, smtp, reader);
      runDocumented(readCommand('pg_dump'), before);
    });
    const after = await postgres.createDatabase();
    runDocumented(readCommand('psql'), after);
    await withContainer('second', { variables: makeVariables(smtp, after) }, async (container) => {
      expect((await listSubscribers(container)).toSorted()).toEqual(readers);
      await subscribe(container, smtp, 'after@example.com');
    });
  } finally {
    await postgres.remove();
  }
});
