import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BuildOptions, build } from 'esbuild';
import { getFreePort } from '../find-free-port.ts';

const root = resolve(import.meta.dirname, '../..');

/** A program for Node: its arguments and its environment besides PORT. */
export interface ServerCommand {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Ends with the block that it is declared in by `await using`. */
export interface RunningServer extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** From spawn to the first 200: milliseconds. */
  readonly startMs: number;
}

/** A folder for as long as the block that it is declared in by `await using`. */
export const createFolder = () => mkdtempDisposable(join(tmpdir(), 'bench-'));

/** The built server as production runs it; its output goes nowhere. All load has one address. */
export function ourServer(environment: Readonly<Record<string, string>> = {}): ServerCommand {
  const fixed = { NODE_ENV: 'production', MAIL: 'off', LIMIT_UNCACHED: '1000000000' };
  return {
    args: [join(root, 'dist/server/index.js')],
    environment: { ...fixed, ...environment },
  };
}

/** Builds the naive reference (`naive/`) in `folder`, with React's production build, as ours is. */
export async function buildNaive(folder: string): Promise<ServerCommand> {
  const source = join(root, 'scripts/bench/naive');
  const options = {
    absWorkingDir: root,
    bundle: true,
    conditions: ['module', 'production'],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
  } as const satisfies BuildOptions;
  await cp(join(root, 'public'), join(folder, 'public'), { recursive: true });
  await cp(join(source, 'style.css'), join(folder, 'public/style.css'));
  await build({
    ...options,
    entryPoints: [join(source, 'client.tsx')],
    outfile: join(folder, 'public/client.js'),
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    minify: true,
  });
  const server = join(folder, 'server.js');
  await build({
    ...options,
    entryPoints: [join(source, 'server.tsx')],
    outfile: server,
    platform: 'node',
    target: 'node24',
    format: 'cjs', // It starts sooner than ES modules.
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  return { args: [server], environment: { NODE_ENV: 'production' } };
}

/** Whether servers and load generator can have a processor each. */
export const canPin =
  availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** Moves this process, with its load generator, to the second processor: servers have the first. */
export function moveToSecondProcessor(): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', `${process.pid}`]);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Starts a server and waits for its first response that is no error, 30 s at most.
 *
 * @param options `pin` to the first processor, where there are two; `isQuiet`: its errors go nowhere
 */
export async function startServer(
  { args, environment }: ServerCommand,
  { pin = false, isQuiet = false } = {},
): Promise<RunningServer> {
  const port = await getFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const prefix = pin && canPin ? ['taskset', '-c', '0'] : [];
  const [program = '', ...given] = [...prefix, process.execPath, ...args];
  const startedAt = performance.now();
  const child = spawn(program, given, {
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const isReady = async () => {
    const response = await fetch(origin).catch(() => undefined);
    await response?.arrayBuffer(); // Only then is the connection free again.
    return response !== undefined && response.status < 400;
  };
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() - startedAt > 30_000) {
      throw new Error(`It does not start: ${args.join(' ')}`);
    }
    await sleep(1);
  }
  return {
    origin,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      kill();
      await ended;
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

/** Resident memory of a process: MB (proc(5), /proc/PID/status). */
export function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}

/** How many files and sockets a process has open (proc(5), /proc/PID/fd). */
export function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
