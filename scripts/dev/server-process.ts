import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  /** Starts the server. Resolves when it is ready; rejects when it ends before. */
  start(): Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
}

interface Options {
  /** The variables of the server, with a HOST of this machine. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The server's bundle, which may change until it starts. */
  readonly bundle: string;
  /** What the bundle imports. */
  readonly packages: readonly string[];
  /** A URL that responds when the server is ready. */
  readonly readyUrl: string;
  /** Called with each line of its output. */
  readonly onLine: (line: string) => void;
}

/** A process that loads the packages now and the bundle when it is started: that is a third of the work after a save. */
export function createServerProcess(options: Options): ServerProcess {
  const { environment, bundle, packages, readyUrl, onLine } = options;
  const script = join(import.meta.dirname, 'waiting-server.ts');
  const child = spawn(process.execPath, ['--enable-source-maps', script, bundle, ...packages], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface(output).on('line', onLine);
  }
  const ended = once(child, 'close');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    ended,
    async start() {
      child.send('start');
      while (!(await respondsWell(readyUrl))) {
        if (child.exitCode !== null || child.signalCode !== null) {
          await ended; // With its last lines.
          throw new Error('The server has ended');
        }
        await sleep(2);
      }
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

async function respondsWell(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
