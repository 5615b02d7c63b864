import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { serverFlags } from './server-flags.ts';

const root = resolve(import.meta.dirname, '..');
const patience = 20_000; // ms

/** Runs `dist/server/index.js` with its newsletter off, as long as `use` needs it. */
export async function withBuiltServer<Result>(
  use: (origin: string) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...serverFlags, join(root, 'dist/server/index.js')], {
    env: { HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', MAIL: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    await untilReady(`${origin}/readyz`, () => server.exitCode !== null);
    return await use(origin);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + patience;
  while (performance.now() < deadline && !hasEnded()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error('The built server does not start: run `npm run build` first');
}
