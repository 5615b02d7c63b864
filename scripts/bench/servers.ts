import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../find-free-port.ts';
import { ask } from './ask.ts';
import { pin } from './load-generator.ts';

const root = resolve(import.meta.dirname, '../..');

/** A program of Node's: its arguments and what it has in its environment besides PORT. */
export interface ServerCommand {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The built server as production runs it (Dockerfile), with nothing to write to. */
export function describeOurs(environment: Readonly<Record<string, string>>): ServerCommand {
  return {
    args: [join(root, 'dist/server/index.js')],
    environment: { NODE_ENV: 'production', MAIL: 'off', ...environment },
  };
}

/** @param recording file with the answer, a `RecordedAnswer` as JSON */
export function describeBare(recording: string): ServerCommand {
  return { args: [join(root, 'scripts/bench/bare-server.ts'), recording], environment: {} };
}

/** @param script what `buildNaive` built */
export function describeNaive(script: string): ServerCommand {
  return { args: [script], environment: { NODE_ENV: 'production' } };
}

export interface RunningServer {
  readonly pid: number;
  readonly origin: string;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts the process and returns at once. With taskset in front it is still the same process. */
export function spawnServer(
  { args, environment }: ServerCommand,
  port: number,
  { pinned }: { readonly pinned: boolean },
): { readonly child: ChildProcess; stop(): Promise<void> } {
  const command = pinned
    ? pin(0, process.execPath, args)
    : { program: process.execPath, args: [...args] };
  const child = spawn(command.program, command.args, {
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit');
  return {
    child,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      running.delete(child);
    },
  };
}

/** Slower than this is broken, on any machine: milliseconds. */
const longestStart = 30_000;

/** Starts a server on the first processor and waits until it answers. */
export async function startServer(command: ServerCommand, path = '/'): Promise<RunningServer> {
  const port = await findFreePort();
  const { child, stop } = spawnServer(command, port, { pinned: true });
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot run ${command.args.join(' ')}`);
  const origin = `http://127.0.0.1:${port}`;
  for (const since = performance.now(); performance.now() - since < longestStart; ) {
    if (child.exitCode !== null) throw new Error(`It ended at once: ${command.args.join(' ')}`);
    const answer = await ask(`${origin}${path}`, {}).catch(() => undefined);
    if (answer) return { pid, origin, stop };
    await sleep(20);
  }
  await stop();
  throw new Error(`It does not answer: ${command.args.join(' ')}`);
}
