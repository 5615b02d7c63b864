import autocannon from 'autocannon';
import { type RunningServer, readCpuTime } from './servers.ts';

export interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Measure {
  readonly perSecond: number;
  /** User and system time of the server for each response: microseconds. */
  readonly cpu: number;
}

/**
 * Sends the requests in turn over 16 connections, for `duration` seconds or `amount` times. Throws
 * unless each response is a 2xx or 3xx.
 */
export async function runLoad(
  { origin, pid }: RunningServer,
  requests: readonly LoadRequest[],
  amount: { readonly duration: number } | { readonly amount: number },
): Promise<Measure> {
  const before = readCpuTime(pid);
  const result = await autocannon({
    url: origin,
    connections: 16,
    timeout: 60, // seconds
    ...amount,
    requests: requests.map((request) => ({ ...request, method: 'GET' })),
  });
  const { total } = result.requests;
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (total === 0 || failed > 0) throw new Error(`${origin}: ${failed} of ${total} failed`);
  return { perSecond: total / result.duration, cpu: (readCpuTime(pid) - before) / total };
}
