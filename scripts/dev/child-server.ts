import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { isColorSupported } from 'pino-pretty';
import { createLineFormatter } from './log-line.ts';

/** What a stopping server may take in milliseconds before it is killed: nobody waits for drains. */
const patience = 1_000;
/** A server that is not ready by then has hung. */
const startTimeout = 20_000;
const readyPath = '/readyz';
/** Lines of output kept for the error page. */
const keptLines = 60;

export interface ChildServer {
  /** Nothing when /readyz answers 200 (or `stop` was called meanwhile), else its last words. */
  readonly start: () => Promise<string | undefined>;
  /** Resolves when the process is gone and its port is free. */
  readonly stop: () => Promise<void>;
  /** The last error it logged since this was asked before. */
  readonly takeLastError: () => string | undefined;
}

/**
 * server/index.ts as a process of its own, compiled by tsx as it is loaded. `onCrash` is told the
 * last words of a process that ends although nobody stopped it after it had become ready.
 */
export function createChildServer({
  cwd,
  port,
  frontPort,
  env,
  onCrash,
}: {
  cwd: string;
  port: number;
  /** The port that people open. */
  frontPort: number;
  env: Readonly<Record<string, string>>;
  onCrash: (lastWords: string) => void;
}): ChildServer {
  const formatPlain = createLineFormatter(false);
  const formatForTerminal = createLineFormatter(isColorSupported);
  let child: ChildProcess | undefined;
  let lastError: string | undefined;

  async function start(): Promise<string | undefined> {
    const args = ['--import', 'tsx', 'server/index.ts'];
    const started = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const lastWords: string[] = [];
    const closed = once(started, 'close');
    const hear = (line: string, to: NodeJS.WriteStream) => {
      if (line.includes(readyPath)) return; // Our own question.
      // The front's port is the one to open; this process's own is nobody's business.
      const told = line.replaceAll(`localhost:${port}`, `localhost:${frontPort}`);
      const { text, isError } = formatPlain(told);
      if (isError) lastError = text;
      lastWords.push(text);
      if (lastWords.length > keptLines) lastWords.shift();
      to.write(`${formatForTerminal(told).text}\n`);
    };
    createInterface(started.stdout).on('line', (line) => hear(line, process.stdout));
    createInterface(started.stderr).on('line', (line) => hear(line, process.stderr));

    const outcome = await Promise.race([
      closed.then(() => 'gone' as const),
      untilReady(port, () => child === started && started.exitCode === null),
    ]);
    if (child !== started) return undefined;
    if (outcome !== 'ready') {
      await stop();
      if (outcome === 'late') lastWords.push('The server did not become ready');
      return describe(lastWords);
    }
    closed.then(() => {
      if (child !== started) return;
      child = undefined;
      onCrash(describe(lastWords));
    });
    return undefined;
  }

  async function stop(): Promise<void> {
    const stopping = child;
    child = undefined;
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return;
    const closed = once(stopping, 'close');
    stopping.kill('SIGTERM');
    const killing = setTimeout(() => stopping.kill('SIGKILL'), patience);
    await closed;
    clearTimeout(killing);
  }

  return {
    start,
    stop,
    takeLastError: () => {
      const error = lastError;
      lastError = undefined;
      return error;
    },
  };
}

async function untilReady(port: number, isAlive: () => boolean): Promise<'ready' | 'late'> {
  const deadline = performance.now() + startTimeout;
  while (isAlive() && performance.now() < deadline) {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}${readyPath}`);
      if (ok) return 'ready';
    } catch {
      // Not listening yet.
    }
    await wait(25);
  }
  return 'late';
}

function describe(lastWords: readonly string[]): string {
  return lastWords.join('\n') || 'The server ended without a word';
}
