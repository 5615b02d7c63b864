import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { withServer } from './ask.ts';
import { type RunningNginx, withNginx } from './nginx.ts';
import { startSmtp } from './smtp.ts';
import { type RunningServer, withProcess } from './start-server.ts';
import { withFolder } from './temporary-folder.ts';

/** Opens what `open` gives to its callback, and closes it when the test that asked for it has ended. */
export function untilTestEnds<Value>(
  open: (use: (value: Value) => Promise<void>) => Promise<void>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const closed = open((value) => {
      resolve(value);
      return ended;
    });
    closed.catch(reject);
    onTestFinished(() => {
      end();
      return closed;
    });
  });
}

/** Runs an application, and returns its port. */
export const serve = (app: RequestListener) => untilTestEnds<number>((use) => withServer(app, use));

/** The built server, or another script, in a process of its own. */
export const startServer = (environment: Readonly<Record<string, string>>, script?: string) =>
  untilTestEnds<RunningServer>((use) => withProcess(environment, use, script));

/** A folder with these files, `path -> text`. */
export const makeFolder = (files: Readonly<Record<string, string>> = {}) =>
  untilTestEnds<string>((use) => withFolder(files, use));

/** nginx as `scripts/deploy/` has it, in front of replicas on these ports. */
export const startNginx = (replicas: readonly [number, number]) =>
  untilTestEnds<RunningNginx>((use) => withNginx(replicas, use));

/** A mail server. */
export async function openSmtp() {
  const smtp = await startSmtp();
  onTestFinished(smtp.stop);
  return smtp;
}
