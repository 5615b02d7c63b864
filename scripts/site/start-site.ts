import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFreePort } from './get-free-port.ts';

/** A running server. It ends with the block that declares it by `await using`, or with this process. */
export interface RunningSite extends AsyncDisposable {
  /** The origin, without a slash at the end. */
  readonly origin: string;
  readonly pid: number;
  /** Resolves with exit code and signal when the process has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
}

export interface StartOptions {
  /** Arguments for Node: the path of another program. */
  readonly args?: readonly string[];
  /** Called with each line of its output. Without it the error output is shown. */
  readonly onLine?: (line: string) => void;
}

/**
 * Starts the built server (`npm run build`), or another program, as a process on the loopback. Its environment has
 * only these variables. It listens on a free port unless `PORT` is given. Rejects if it ends or
 * needs more than 30 s.
 */
export async function startSite(
  environment: Readonly<Record<string, string | undefined>> = {},
  { args = ['dist/server/index.js'], onLine }: StartOptions = {},
): Promise<RunningSite> {
  const port = environment['PORT'] ?? String(await getFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'production', ...environment, HOST: '127.0.0.1', PORT: port },
    stdio: onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream && onLine) createInterface(stream).on('line', onLine);
  }
  const ended = once(child, 'close');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const dispose = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  const deadline = AbortSignal.timeout(30_000);
  while (!(await isReady(origin, deadline))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || deadline.aborted) {
      await dispose();
      throw new Error(`It does not start: ${args.join(' ')}`);
    }
    await sleep(1);
  }
  return { origin, pid: child.pid ?? 0, ended, [Symbol.asyncDispose]: dispose };
}

async function isReady(url: string, signal: AbortSignal): Promise<boolean> {
  // Requests no compression: the caller makes the first request with an encoding.
  const headers = { 'accept-encoding': 'identity' };
  try {
    const response = await fetch(url, { headers, signal });
    await response.arrayBuffer(); // Reading the body frees the connection.
    return response.ok;
  } catch {
    return false;
  }
}

/** Lets a signal end this process by `exit`, which ends its servers and Playwright's browsers. */
export function endOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
