import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isColorSupported, prettyFactory } from 'pino-pretty';

/** A server that is not ready by then has hung: milliseconds. */
const startTimeout = 20_000;
const readyPath = '/readyz';
/** Lines of output for the error page. */
const maxLines = 60;

/**
 * The bundled server as a process of its own. `start` resolves with nothing when it is ready (or was
 * stopped meanwhile), else with its last lines of output; `stop` when it is gone. `onCrash` gets the
 * last lines of a server that ends by itself after it was ready.
 */
export function createChildServer({
  script,
  port,
  frontPort,
  env,
  onCrash,
}: {
  script: string;
  port: number;
  /** The port that people open. */
  frontPort: number;
  env: Readonly<Record<string, string>>;
  onCrash: (report: string) => void;
}) {
  // Log records become lines for people; other output stays as it is.
  const ignore = 'time,pid,hostname,requestId';
  const format = prettyFactory({ colorize: isColorSupported, ignore, singleLine: true });
  let child: ChildProcess | undefined;

  async function start(): Promise<string | undefined> {
    const started = spawn(process.execPath, ['--enable-source-maps', script], {
      env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const lines: string[] = [];
    const report = () => lines.slice(-maxLines).join('\n') || 'The server ended without output';
    for (const name of ['stdout', 'stderr'] as const) {
      createInterface(started[name]).on('line', (line) => {
        if (line.includes(readyPath)) return; // Our own request.
        const text = format(line.replaceAll(`localhost:${port}`, `localhost:${frontPort}`));
        lines.push(text.trimEnd());
        process[name].write(text);
      });
    }
    const closed = once(started, 'close');
    const isReady = await Promise.race([
      closed.then(() => false),
      waitUntilReady(port, () => child === started && started.exitCode === null),
    ]);
    if (child !== started) return undefined;
    if (!isReady) {
      await stop();
      return report();
    }
    closed.then(() => {
      if (child === started) onCrash(report());
    });
    return undefined;
  }

  /** Kills it: nobody waits for connections to drain, and SQLite survives it. */
  async function stop(): Promise<void> {
    const stopping = child;
    child = undefined;
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return;
    const closed = once(stopping, 'close');
    stopping.kill('SIGKILL');
    await closed;
  }

  return { start, stop };
}

async function waitUntilReady(port: number, isAlive: () => boolean): Promise<boolean> {
  const deadline = performance.now() + startTimeout;
  while (isAlive() && performance.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(10);
  }
  return false;
}
