import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { withServer } from './ask.ts';
import { startSmtp } from './smtp.ts';
import { type RunningServer, withProcess } from './start-server.ts';
import { withFolder } from './temporary-folder.ts';

/** Opens what `open` gives to its callback, and closes it when the test that asked for it has ended. */
function untilTestEnds<Value>(
  open: (use: (value: Value) => Promise<void>) => Promise<void>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const closed = open((value) => {
      resolve(value);
      return ended;
    });
    closed.catch(reject);
    onTestFinished(() => {
      end();
      return closed;
    });
  });
}

/** Runs an application, and returns its port. */
export const serve = (app: RequestListener) => untilTestEnds<number>((use) => withServer(app, use));

/** The built server, or another script, in a process of its own. */
export const startServer = (environment: Readonly<Record<string, string>>, script?: string) =>
  untilTestEnds<RunningServer>((use) => withProcess(environment, use, script));

/** A folder with these files, `path -> text`. */
export const makeFolder = (files: Readonly<Record<string, string>> = {}) =>
  untilTestEnds<string>((use) => withFolder(files, use));

/** A mail server. */
export async function openSmtp() {
  const smtp = await startSmtp();
  onTestFinished(smtp.stop);
  return smtp;
}

/**
 * A program that serves something. Waits until `isReady`.
 *
 * @returns everything that it has written so far
 * @throws when it ends before it is ready
 */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  isReady: () => Promise<boolean>,
  options: SpawnOptions = {},
): Promise<() => string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 1_000);
    await ended;
    clearTimeout(timer);
  });
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await sleep(50);
  }
  return () => said;
}
