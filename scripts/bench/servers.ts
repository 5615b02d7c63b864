import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFreePort } from '../find-free-port.ts';

/** A program for Node: its arguments and its environment besides PORT. */
export interface ServerCommand {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly origin: string;
  readonly pid: number;
  /** From spawn to the first response: milliseconds. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** Whether servers and load generator can have a processor each. */
export const canPin =
  availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** Moves this process, with its load generator, to the second processor: servers have the first. */
export function moveToSecondProcessor(): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', `${process.pid}`]);
}

/** The built server as production runs it; its output goes nowhere. All load has one address. */
export function ourServer(environment: Readonly<Record<string, string>>): ServerCommand {
  const script = join(import.meta.dirname, '../../dist/server/index.js');
  const fixed = { NODE_ENV: 'production', MAIL: 'off', LIMIT_UNCACHED: '1000000000' };
  return { args: [script], environment: { ...fixed, ...environment } };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a server on the first processor and waits for its first response, 30 s at most. */
export async function startServer({ args, environment }: ServerCommand): Promise<RunningServer> {
  const port = await getFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const pin = canPin ? ['taskset', '-c', '0'] : [];
  const [program = '', ...given] = [...pin, process.execPath, ...args];
  const startedAt = performance.now();
  const child = spawn(program, given, {
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit');
  while (!(await fetch(origin).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() - startedAt > 30_000) {
      throw new Error(`It does not start: ${args.join(' ')}`);
    }
    await sleep(1);
  }
  return {
    origin,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      running.delete(child);
    },
  };
}

let ticksPerSecond: number | undefined;

/** User and system time of a process so far: microseconds (proc(5), /proc/PID/stat). */
export function readCpuTime(pid: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name, which may hold spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
}

/** Resident memory of a process, now and at most so far: MB (proc(5), /proc/PID/status). */
export function readMemory(pid: number): { readonly now: number; readonly max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { now: read('VmRSS'), max: read('VmHWM') };
}
