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

/** Runs the operator's command line, with the edition as its standard input. Returns its exit code and outputs. */
export async function runCommand(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [await getBuiltServer('newsletter'), ...words], {
    cwd: repo,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(readFileSync(edition));
  const outputs = [text(child.stdout), text(child.stderr), once(child, 'close')] as const;
  const [out, error, [code]] = await Promise.all(outputs);
  return { code, out, error };
}

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
