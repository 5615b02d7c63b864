import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pinNode, type RunningServer, readCpuTime } from './servers.ts';

export interface LoadRequest {
  /** One that ends with `=` gets a number behind it that is used once. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What `load-process.ts` does: for a time, or until so many responses have come. */
export type Load = {
  readonly origin: string;
  readonly connections: number;
  /** Each connection sends them in turn. */
  readonly requests: readonly LoadRequest[];
} & ({ readonly seconds: number } | { readonly responses: number });

export interface LoadResult {
  readonly responses: number;
  readonly perSecond: number;
}

export interface Measure {
  readonly perSecond: number;
  /** User and system time of the server for each response: microseconds. */
  readonly cpu: number;
}

const connections = 16;

/** Sends requests from a process on the second processor. Throws unless each response is 2xx or 3xx. */
export async function runLoad(
  { origin, pid }: RunningServer,
  requests: readonly LoadRequest[],
  amount: { readonly seconds: number } | { readonly responses: number },
): Promise<Measure> {
  const load: Load = { origin, connections, requests, ...amount };
  const script = join(import.meta.dirname, 'load-process.ts');
  const before = readCpuTime(pid);
  const { stdout } = await promisify(execFile)(...pinNode(1, [script, JSON.stringify(load)]));
  const { responses, perSecond }: LoadResult = JSON.parse(stdout);
  if (responses === 0) throw new Error(`${origin} sent no response in time`);
  return { perSecond, cpu: (readCpuTime(pid) - before) / responses };
}
