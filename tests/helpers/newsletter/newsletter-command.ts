import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repo } from '../copy-tree.ts';
import { getBuiltServer } from '../site/start-server.ts';
import type { StoreKind } from './newsletter-stores.ts';
import { openNewsletter } from './newsletter-visits.ts';

/** A file with the text of an edition. */
export const edition = join(repo, 'tests/helpers/newsletter/edition.txt');

/** Starts the operator's command line. Its standard input is the edition. */
export async function startCommand(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [await getBuiltServer('newsletter'), ...words], {
    cwd: repo,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(readFileSync(edition));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: ended.then(([out, error, [code]]) => ({ code, out, error })) };
}

/** Runs the command and returns its exit code and outputs. */
export const runCommand = async (environment: Record<string, string>, ...words: string[]) =>
  (await startCommand(environment, ...words)).ended;

/** A newsletter with this many confirmed subscribers and a mail server, until the test ends. `run` runs a command. */
export async function openSubscribers(kind: StoreKind, count: number) {
  const made = await openNewsletter(kind);
  const readers = Array.from({ length: count }, (_, number) => made.subscribe(`reader-${number}`));
  await Promise.all(readers);
  await made.outbox.drain();
  await made.database.query(
    `UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = requested_at`,
  );
  const run = (...words: string[]) => runCommand(made.environment, ...words);
  return {
    ...made,
    run,
    /** The output of a command with `--json`. @throws if it fails */
    async read(...words: string[]) {
      const { code, out, error } = await run(...words, '--json');
      if (code !== 0) throw new Error(error);
      return JSON.parse(out);
    },
  };
}
