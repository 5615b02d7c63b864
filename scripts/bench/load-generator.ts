import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { installPackages } from '../find-program.ts';

const run = promisify(execFile);

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
}

export interface LoadResult {
  /** Nought when the first answer took longer than the load. */
  readonly requests: number;
  readonly perSecond: number;
}

export interface LoadGenerator {
  readonly name: string;
  /** Throws unless every answer was a 2xx or 3xx. */
  run(load: Load): Promise<LoadResult>;
}

/** A download or an installation that takes longer than this will not come to an end. */
const installationTimeout = 5 * 60_000;

/** The server has the first processor to itself and the generator the second, where there are two. */
export const canPin = availableParallelism() > 1 && succeeds('taskset', ['-c', '0,1', 'true']);

/** A command line that runs on one processor only, if that can be had. */
export function pin(core: 0 | 1, program: string, args: readonly string[]) {
  return canPin
    ? { program: 'taskset', args: ['-c', String(core), program, ...args] }
    : { program, args: [...args] };
}

/** wrk as found, or installed from the system's packages (as root), else autocannon from npm. */
export async function findLoadGenerator(): Promise<LoadGenerator> {
  if (!hasWrk()) {
    console.error("No wrk here: asking the system's package manager …");
    installPackages(['wrk']);
  }
  if (hasWrk()) return { name: 'wrk', run: runWrk };
  console.error('That did not work: asking npm for autocannon …');
  await run('npm', [...autocannon, '--version'], { timeout: installationTimeout });
  return { name: 'autocannon', run: runAutocannon };
}

async function runWrk({ url, headers, seconds, connections }: Load): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  // wrk calls what takes longer than two seconds an error, which on a busy machine it is not.
  const size = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s'];
  const { program, args } = pin(1, 'wrk', [...size, ...given, url]);
  return parseWrk((await run(program, args)).stdout);
}

/** Reads what wrk prints. Throws when there were errors: a failure is fast and would look good. */
export function parseWrk(text: string): LoadResult {
  const bad = /^\s*(Non-2xx or 3xx responses: \d+|Socket errors: .*)$/m.exec(text)?.[1];
  if (bad !== undefined) throw new Error(`The load met errors. ${bad}`);
  const requests = Number(/^\s*(\d+) requests in /m.exec(text)?.[1]);
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(text)?.[1]);
  return checkResult({ requests, perSecond }, text);
}

const autocannon = ['exec', '--yes', '--package=autocannon@9', '--', 'autocannon'];

async function runAutocannon({ url, headers, seconds, connections }: Load): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const size = ['-c', String(connections), '-d', String(seconds), '-t', '60'];
  const command = [...autocannon, '--json', '--no-progress', ...size, ...given, url];
  const { program, args } = pin(1, 'npm', command);
  return parseAutocannon((await run(program, args, { maxBuffer: 1e7 })).stdout);
}

/** The same of autocannon's JSON. */
export function parseAutocannon(text: string): LoadResult {
  const answer: unknown = JSON.parse(text.slice(text.indexOf('{')));
  const read = (...path: readonly string[]) =>
    Number(
      path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), answer),
    );
  const bad = ['errors', '4xx', '5xx'].map((name) => [name, read(name)] as const);
  const failed = bad.filter(([, count]) => count !== 0).map(([name, count]) => `${name}: ${count}`);
  if (failed.length > 0) throw new Error(`The load met errors. ${failed.join(', ')}`);
  const requests = read('requests', 'total');
  return checkResult({ requests, perSecond: requests / read('duration') }, text);
}

function checkResult(result: LoadResult, text: string): LoadResult {
  if (Number.isFinite(result.requests) && Number.isFinite(result.perSecond)) return result;
  throw new Error(`Not what a load generator prints:\n${text}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** wrk has no option that ends well: `-v` prints its version and fails. */
function hasWrk(): boolean {
  return spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined;
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
