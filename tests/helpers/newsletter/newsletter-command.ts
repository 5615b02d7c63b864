import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { runCommandLine } from '#server/newsletter/operator/commands.ts';
import { createLogger } from '#server/observe/create-logger.ts';
import { repo } from '../copy-tree.ts';
import { getBuiltServer } from '../site/start-server.ts';
import type { StoreKind } from './newsletter-stores.ts';
import { openNewsletter } from './newsletter-visits.ts';

/** A file with the text of an edition. */
export const edition = join(repo, 'tests/helpers/newsletter/edition.txt');

/** Runs the built command line in a process, with the edition as its standard input. */
export async function startCommand(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [await getBuiltServer('newsletter'), ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
  child.stdin.end(readFileSync(edition));
  const outputs = [text(child.stdout), text(child.stderr), once(child, 'close')] as const;
  const [out, error, [code]] = await Promise.all(outputs);
  return { code, out, error };
}

/** Runs the command line in this process. Returns its exit code and outputs. */
export async function runCommand(environment: Record<string, string>, ...words: string[]) {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  try {
    const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });
    const code = await runCommandLine(words, environment, logger);
    const [out = '', error = ''] = spies.map(({ mock }) => mock.calls.map(([it]) => it).join(''));
    return { code, out, error };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
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
