import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

/*
 * The load generator in a process of its own, run by Node itself: node load-process.ts LOAD, where LOAD
 * is JSON. Prints a LoadResult as JSON.
 */

const load: Load = JSON.parse(process.argv[2] ?? '');
let sent = 0;
const result = await autocannon({
  url: load.origin,
  connections: load.connections,
  timeout: 60, // seconds; what takes longer counts as an error
  ...('seconds' in load ? { duration: load.seconds } : { amount: load.responses }),
  requests: load.requests.map(({ path, headers }) => ({
    method: 'GET',
    path,
    headers,
    // A query that nobody has sent before: a cache must not keep a response for each.
    ...(path.endsWith('=')
      ? { setupRequest: (request) => ({ ...request, path: `${path}${sent++}` }) }
      : {}),
  })),
});
const { errors, '4xx': refused, '5xx': failed } = result;
if (errors + refused + failed > 0) {
  throw new Error(`${load.origin}: ${errors} errors, ${refused} times 4xx, ${failed} times 5xx`);
}
const printed: LoadResult = {
  responses: result.requests.total,
  perSecond: result.requests.total / result.duration,
};
console.log(JSON.stringify(printed));
