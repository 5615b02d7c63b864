/** Milliseconds. A `Date` header has whole seconds, and a response takes time to arrive. */
const clockTolerance = 2000;

/**
 * The server's time in milliseconds, when a response arrives. It is between `Date` and `Date` plus `Age`: a cache that
 * obeys RFC 9111 keeps the `Date` of the copy (section 4.2.3), and other caches send the current one beside `Age`. The
 * result is the visitor's own clock within these bounds, and the nearer bound outside of them.
 *
 * @param clientTime the visitor's clock, which is also the result if the response has no `Date`
 */
export function estimateServerTime(headers: Pick<Headers, 'get'>, clientTime: number): number {
  const earliest = Date.parse(headers.get('date') ?? '');
  const latest = earliest + (Number(headers.get('age')) || 0) * 1000;
  if (clientTime < earliest - clockTolerance) return earliest;
  if (clientTime > latest + clockTolerance) return latest;
  return clientTime;
}
