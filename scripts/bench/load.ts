import autocannon from 'autocannon';
import { type RunningServer, readCpuTime } from './servers.ts';

export interface LoadRequest {
  /** One that ends with `=` gets a number behind it that is used once. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Measure {
  readonly perSecond: number;
  /** User and system time of the server for each response: microseconds. */
  readonly cpu: number;
}

let unique = 0;

/** Sends requests in turn over 16 connections. Throws unless each response is a 2xx or 3xx. */
export async function runLoad(
  { origin, pid }: RunningServer,
  requests: readonly LoadRequest[],
  amount: { readonly duration: number } | { readonly amount: number },
): Promise<Measure> {
  const before = readCpuTime(pid);
  const result = await autocannon({
    url: origin,
    connections: 16,
    timeout: 60, // seconds; what takes longer counts as an error
    ...amount,
    requests: requests.map((request) => ({
      ...request,
      method: 'GET',
      ...(request.path.endsWith('=')
        ? { setupRequest: (given) => ({ ...given, path: `${request.path}${unique++}` }) }
        : {}),
    })),
  });
  const { errors, '4xx': refused, '5xx': failed } = result;
  const { total } = result.requests;
  if (total === 0 || errors + refused + failed > 0) {
    throw new Error(
      `${origin}: ${total} responses, ${errors} errors, ${refused} 4xx, ${failed} 5xx`,
    );
  }
  return { perSecond: total / result.duration, cpu: (readCpuTime(pid) - before) / total };
}
