import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeEnvironment, makeNewsletter } from './newsletter-app.ts';
import { type StoreKind, useDatabases } from './newsletter-stores.ts';
import { startSmtp } from './smtp.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the operator's command line. */
export function startCommand(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/newsletter.ts', ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.error += chunk;
  });
  const ended = new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  return { child, ended };
}

/** Runs it and returns how it ended. */
export const runCommand = (environment: Record<string, string>, ...words: string[]) =>
  startCommand(environment, ...words).ended;

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
    return { ...made, database, smtp, environment };
  };
}
