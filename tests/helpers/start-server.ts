import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findShared } from './find-shared.ts';
import type { LogLine } from './make-logger.ts';

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningServer {
  readonly child: ChildProcess;
  /** The first log line that passes. Rejects when the process ends without one. */
  waitFor(passes: (line: LogLine) => boolean): Promise<LogLine>;
  /** How it ended and what it said on the error output. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** Milliseconds: whatever a server logs, it logs within this. */
const lineTimeout = 55_000;

/**
 * Runs the built server, or another script that logs as it does, in a process of its own with nothing
 * but these variables in its environment, as long as `use` needs it. The newsletter is off unless they
 * say otherwise: it would make files.
 */
export async function withProcess<Result>(
  environment: Readonly<Record<string, string>>,
  use: (server: RunningServer) => Promise<Result>,
  script?: string,
): Promise<Result> {
  const given = script ? ['--import', 'tsx', script] : [await findBuiltServer()];
  const child = spawn(process.execPath, given, {
    cwd: rootFolder,
    env: { PATH: process.env['PATH'] ?? '', MAIL_WITHOUT_SMTP: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  const look = () => {
    for (const one of waiting) one();
  };
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (!text.startsWith('{')) return; // What the capture mode prints for people.
    lines.push(JSON.parse(text));
    look();
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('close', (code) => {
      resolve({ code, stderr });
      look();
    });
  });
  const waitFor = (passes: (line: LogLine) => boolean) =>
    new Promise<LogLine>((resolve, reject) => {
      const one = () => {
        const line = lines.find(passes);
        if (line) resolve(line);
        else if (child.exitCode !== null) reject(new Error(`It ended first: ${stderr}`));
        else return;
        waiting.delete(one);
        clearTimeout(timer);
      };
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new Error(`No such line so far: ${JSON.stringify(lines.slice(-20))}`));
      }, lineTimeout);
      waiting.add(one);
      one();
    });
  try {
    return await use({ child, waitFor, ended });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** The port that a process started with `PORT: '0'` has found for itself. */
export async function readPort({ waitFor }: RunningServer): Promise<number> {
  const { url } = await waitFor((line) => 'url' in line);
  return Number(new URL(String(url)).port);
}

/** The server's bundle, as production runs it. */
export async function findBuiltServer(name = 'index'): Promise<string> {
  return join(await findShared('server'), 'server', `${name}.js`);
}
