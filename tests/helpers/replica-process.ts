import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askPort } from './ask.ts';

/** A replica as production runs it: the built server in a process of its own. */
export interface ReplicaProcess {
  /** Told to stop as an orchestrator does; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ended at once, for the end of a test. */
  kill(): Promise<void>;
}

/**
 * Starts the server of a build and waits until it says that it is ready.
 *
 * @throws when it ends instead, with what it has said
 */
export async function startReplica(
  build: string,
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<ReplicaProcess> {
  const child = spawn(process.execPath, [join(build, 'server/index.js')], {
    cwd: build,
    env: { PATH: process.env['PATH'] ?? '', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  const replica: ReplicaProcess = {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
    async kill() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`A replica ended at its start: ${said}`);
    const isReady = await askPort(port, { path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return replica;
    await sleep(25);
  }
  await replica.kill();
  throw new Error(`A replica does not get ready: ${said}`);
}
