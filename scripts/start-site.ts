import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const rootFolder = fileURLToPath(new URL('..', import.meta.url));

export interface RunningSite {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly pid: number;
  /** Stops it in order; rejects when it had ended before or does not end with 0. */
  stop(): Promise<void>;
}

/**
 * The built server (`npm run build`) in a process of its own on a free port of the loopback, with
 * nothing but these variables in its environment.
 *
 * @param flags for Node
 * @param script another one, such as the server's source
 */
export async function startSite(
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  script = 'dist/server/index.js',
): Promise<RunningSite> {
  const child = spawn(process.execPath, [...flags, script], {
    cwd: rootFolder,
    env: { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { pid } = child;
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (output.length > 100_000) return; // Found long ago; the rest is only read.
      output += chunk;
      const found = /ready at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    ended.then(([code]) => reject(new Error(`The server ended with ${code}: ${output}`)), reject);
  });
  if (pid === undefined) throw new Error('The server has no process');
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`The server ended with ${code ?? signal}`);
    },
  };
}
