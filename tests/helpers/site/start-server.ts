import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { repo } from '../copy-tree.ts';
import { getShared } from '../get-shared.ts';
import { collectLines, type LogLine } from './make-logger.ts';

export type RunningServer = Awaited<ReturnType<typeof startProcess>>;

/** Maximum time for a log line to appear, in milliseconds. */
const lineTimeout = 55_000;

/**
 * Runs the built server, or another script with the same log format, in a process of its own with only these variables
 * in its environment, until it is disposed of. By default the newsletter is off, because it would create files. A
 * database in the repository's `data` does not change.
 */
export async function startProcess(environment: Readonly<Record<string, string>>, script?: string) {
  const given = script
    ? ['--import', import.meta.resolve('tsx'), script]
    : [await getBuiltServer()];
  const noMail = 'SMTP_URL' in environment ? {} : { MAIL: 'off' };
  const child = spawn(process.execPath, given, {
    cwd: repo,
    // Not a folder: a test that stores something without a DATA_DIR of its own fails.
    env: { PATH: process.env['PATH'], ...noMail, DATA_DIR: '/dev/null/data', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { lines, add, ...collected } = collectLines();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) add(line); // The capture mode also prints lines for people.
  });
  /** Resolves with its exit code and error output. */
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(
    ([[code], stderr]): { code: number | null; stderr: string } => ({ code, stderr }),
  );
  /** The first log line that the filter accepts. Rejects if the process ends without one. */
  const waitFor = (passes: (line: LogLine) => boolean) =>
    Promise.race([
      collected.waitFor(passes),
      ended.then(({ stderr }) => {
        throw new Error(`It ended first: ${stderr}`);
      }),
      sleep(lineTimeout, undefined, { ref: false }).then(() => {
        throw new Error(`No such line so far: ${JSON.stringify(lines.slice(-20))}`);
      }),
    ]);
  /** Sends this signal to the process and waits until it has ended. */
  const end = (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  const dispose = async () => void (await end('SIGKILL'));
  return { child, lines, waitFor, ended, end, [Symbol.asyncDispose]: dispose };
}

/** The port of a process that was started with `PORT: '0'` or `METRICS_PORT: '0'`. */
export async function readPort(
  { waitFor }: RunningServer,
  of: 'url' | 'metricsUrl' = 'url',
): Promise<number> {
  const { [of]: url } = await waitFor((line) => of in line);
  return Number(new URL(String(url)).port);
}

/** The server's bundle, as in production. */
export async function getBuiltServer(name = 'index'): Promise<string> {
  return join(await getShared('server'), 'server', `${name}.js`);
}
