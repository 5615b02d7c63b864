import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFreePort } from './find-free-port.ts';

const root = resolve(import.meta.dirname, '..');

/** It ends with the block that declares it by `await using`, or with this process. */
export interface RunningSite extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly pid: number;
  /** From spawn to the first 200: milliseconds. */
  readonly startMs: number;
  /** Stops it in order; rejects when it had ended before or does not end with 0. */
  stop(): Promise<void>;
}

/**
 * Starts the built server (`npm run build`), or another program, in a process of its own on a free port of the
 * loopback, with nothing but these variables in its environment, and waits for its home page, 30 s at most.
 *
 * @param options `args` for Node, of another program; `stderr` is shown unless it is ignored
 */
export async function startSite(
  environment: Readonly<Record<string, string>> = {},
  options: { readonly args?: readonly string[]; readonly stderr?: 'inherit' | 'ignore' } = {},
): Promise<RunningSite> {
  const { args = ['dist/server/index.js'], stderr = 'inherit' } = options;
  const port = await getFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', stderr],
  });
  const ended = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  // Not compressed: that form is then left to whoever asks for it first.
  while (!(await isReady(origin, { 'accept-encoding': 'identity' }))) {
    if (child.exitCode !== null || performance.now() - startedAt > 30_000)
      throw new Error(`It does not start: ${args.join(' ')}`);
    await sleep(1);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    if (code !== 0) throw new Error(`The server ended with ${code ?? signal}`);
  };
  const dispose = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  return {
    ...{ origin, pid: child.pid ?? 0, startMs: performance.now() - startedAt },
    ...{ stop, [Symbol.asyncDispose]: dispose },
  };
}

async function isReady(origin: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(origin, { headers }).catch(() => undefined);
  await response?.arrayBuffer(); // Only then is the connection free again.
  return response !== undefined && response.status < 400;
}
