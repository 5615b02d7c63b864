import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startSmtp } from './newsletter/smtp.ts';
import { listenLocally } from './site/ask.ts';
import { startProcess } from './site/start-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Disposes of a value when the current test has ended. */
export async function untilTestEnds<Value extends AsyncDisposable>(made: Promise<Value>) {
  const value = await made;
  onTestFinished(() => value[Symbol.asyncDispose]());
  return value;
}

/** Runs an application, and returns its port. */
export const serve = async (app: RequestListener) =>
  (await untilTestEnds(listenLocally(createServer(app)))).port;

/** The built server, or another script, in a process of its own. */
export const startServer = (...given: Parameters<typeof startProcess>) =>
  untilTestEnds(startProcess(...given));

/** A folder with these files, `path -> text`. */
export const makeFolder = async (files: Readonly<Record<string, string>> = {}) =>
  (await untilTestEnds(makeTemporaryFolder(files))).path;

/** A mail server. */
export async function openSmtp(...args: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...args);
  onTestFinished(smtp.stop);
  return smtp;
}

/**
 * A program that serves something. Waits until `isReady`.
 *
 * @returns everything that it has written so far
 * @throws if it ends before it is ready
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
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
  });
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await sleep(50);
  }
  return () => said;
}
