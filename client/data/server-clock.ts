/** Milliseconds. A `Date` header has whole seconds, and a response is under way for a moment. */
const clockTolerance = 2000;

/**
 * The server's time in milliseconds, when a response arrives. It lies between `Date` and `Date` plus `Age`: a cache that
 * obeys RFC 9111 keeps the `Date` of the copy (section 4.2.3), and others send the current one beside `Age`. Within
 * these bounds the visitor's own clock is right; outside, the nearer bound is.
 *
 * @param clientTime the visitor's clock, which is also the result where the response has no `Date`
 */
export function estimateServerTime(headers: Pick<Headers, 'get'>, clientTime: number): number {
  const earliest = Date.parse(headers.get('date') ?? '');
  const latest = earliest + (Number(headers.get('age')) || 0) * 1000;
  if (clientTime < earliest - clockTolerance) return earliest;
  if (clientTime > latest + clockTolerance) return latest;
  return clientTime;
}
