import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeEnvironment, makeNewsletter } from './newsletter-app.ts';
import { type StoreKind, useDatabases } from './newsletter-stores.ts';
import { startSmtp } from './smtp.ts';
import { findBuiltServer } from './start-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the operator's command line. */
export async function startCommand(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [await findBuiltServer('newsletter'), ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: ended.then(([out, error, [code]]) => ({ code, out, error })) };
}

/** Runs it and returns how it ended. */
export const runCommand = async (environment: Record<string, string>, ...words: string[]) =>
  (await startCommand(environment, ...words)).ended;

/** Newsletters for the tests of one `describe`, each with so many confirmed subscribers and a mail server. */
export function useSubscribers(kind: StoreKind) {
  const createDatabase = useDatabases(kind);
  return async function open(count: number) {
    const database = await createDatabase();
    const smtp = await startSmtp();
    const environment = makeEnvironment(database, smtp.url);
    const made = await makeNewsletter(environment);
    await made.parts.ready();
    const numbers = Array.from({ length: count }, (_, number) => number);
    await Promise.all(
      numbers.map((number) =>
        made.newsletter.subscribe(`reader-${number}@example.com`, '203.0.113.7'),
      ),
    );
    await made.outbox.drain();
    await database.query(
      `UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = requested_at`,
    );
    const stopAll = async () => {
      await made.stop();
      await smtp.stop();
    };
    return { ...made, database, smtp, environment, stopAll };
  };
}
