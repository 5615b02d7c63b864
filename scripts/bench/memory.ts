import { Agent } from 'node:http';
import { ask, type RequestHeaders } from './ask.ts';
import { readMemory } from './process-figures.ts';
import type { RunningServer } from './servers.ts';

export interface MemoryUse {
  readonly requests: number;
  /** Resident memory in MB: before the first request, after each tenth of them, and at most. */
  readonly before: number;
  readonly tenths: readonly number[];
  readonly after: number;
  readonly most: number;
}

export interface MemoryRequest {
  readonly path: string;
  readonly headers: RequestHeaders;
}

/** Sends a number of requests over 32 connections and reads how much memory the process takes. */
export async function measureMemory(
  { pid, origin }: Pick<RunningServer, 'pid' | 'origin'>,
  requests: number,
  describe: (number: number) => MemoryRequest,
): Promise<MemoryUse> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const before = readMemory(pid).now;
  const tenths: number[] = [];
  let sent = 0;
  const work = async () => {
    for (let number = sent++; number < requests; number = sent++) {
      const { path, headers } = describe(number);
      const { status } = await ask(`${origin}${path}`, headers, agent);
      if (status >= 500) throw new Error(`${path} is a ${status}`);
      if ((number + 1) % Math.ceil(requests / 10) === 0) tenths.push(readMemory(pid).now);
    }
  };
  try {
    await Promise.all(Array.from({ length: 32 }, work));
  } finally {
    agent.destroy();
  }
  const { now, most } = readMemory(pid);
  return { requests, before, tenths, after: now, most };
}

interface SiteOf {
  readonly paths: readonly string[];
  readonly script: string;
  /** The home page's tag, for requests that have it already. */
  readonly etag: string;
}

const codings = ['br', 'gzip, br', 'gzip', 'zstd'];

/**
 * What our server is asked: of a hundred requests forty for pages, twenty for a file or for what has
 * not changed, thirty-nine with a query that nobody has asked before, one for an address of its own
 * that does not exist. The last two are what a cache must not keep.
 */
export function describeVisits({ paths, script, etag }: SiteOf) {
  return (number: number): MemoryRequest => {
    const kind = number % 100;
    const path = paths[number % paths.length] ?? '/';
    const headers = { 'accept-encoding': codings[number % codings.length] ?? 'br' };
    if (kind < 40) return { path, headers };
    if (kind < 50) return { path: script, headers };
    if (kind < 60) return { path: '/', headers: { ...headers, 'if-none-match': etag } };
    if (kind < 99) return { path: `${path}?stranger=${number}`, headers };
    return { path: `/nowhere-${number}`, headers };
  };
}

/** What the naive server is asked: the page that it has, its script, and queries of strangers. */
export function describeNaiveVisits(number: number): MemoryRequest {
  const headers = { 'accept-encoding': 'gzip, br' };
  const kind = number % 10;
  if (kind === 0) return { path: '/client.js', headers };
  return { path: kind < 6 ? '/' : `/?stranger=${number}`, headers };
}
