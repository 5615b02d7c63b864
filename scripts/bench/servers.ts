import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { type RunningSite, startSite } from '../site/start-site.ts';

/** Starts the built server as in production, without a database. All load comes from one address. */
export function startOurs(
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const given = { MAIL: 'off', DATA_DIR: 'dist', LIMIT_UNCACHED: '1000000000', ...environment };
  return startSite(given, { args: ['dist/server/index.js', ...options] });
}

let built: Promise<string> | undefined;

/** Starts the naive reference, after building it for the first time. */
export async function startNaive(): Promise<RunningSite> {
  built ??= buildNaive();
  return startSite({}, { args: [await built] });
}

/** Builds `naive/` into `dist.naive`, with the same settings as ours. @returns the path of the server */
async function buildNaive(): Promise<string> {
  const folder = resolve('dist.naive');
  const options = {
    absWorkingDir: resolve('scripts/bench/naive'),
    bundle: true,
    conditions: ['module', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
  } as const satisfies BuildOptions;
  await cp('public', join(folder, 'public'), { recursive: true });
  await build({
    ...options,
    entryPoints: ['client.tsx', 'style.css'],
    outdir: join(folder, 'public'),
    target: 'es2022',
    format: 'esm',
    minify: true,
  });
  const server = join(folder, 'server.cjs'); // CommonJS starts faster than ES modules.
  await build({ ...options, entryPoints: ['server.tsx'], outfile: server, platform: 'node' });
  return server;
}

/** User and system time of a process so far: microseconds (proc(5), /proc/PID/stat). */
export function readCpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name, which may contain spaces; fields 14 and 15 are the times, in 10 ms (USER_HZ is 100).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory of a process: MB (proc(5), /proc/PID/status). */
export function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}
