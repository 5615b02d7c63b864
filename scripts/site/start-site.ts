import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/**
 * Starts the built server (`npm run build`), or another program, as a process on a free port of the loopback. Its
 * environment has only these variables. Rejects if it ends or needs more than 30 s.
 *
 * @param args for Node: the path of the program
 */
export async function startSite(
  environment: Readonly<Record<string, string>> = {},
  { args = ['dist/server/index.js'] }: { readonly args?: readonly string[] } = {},
): Promise<RunningSite> {
  const port = String(await getFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'production', ...environment, HOST: '127.0.0.1', PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
