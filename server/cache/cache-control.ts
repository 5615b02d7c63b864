import { hour, second } from '#shared/durations.ts';

/** The maximum `max-age` plus `stale-while-revalidate` of a response that changes: `pageCaching`, security.txt. */
const maxUse = 2 * hour;

/**
 * Shortens `Cache-Control` so that no cache uses a response after its next change: first `max-age` and `s-maxage`,
 * then what `stale-while-revalidate` adds to them (RFC 5861, section 3). Call it when the response is sent, not when
 * it is made. `stale-if-error` stays: see README.md.
 *
 * @param headers names and values in turn; the value is changed in place
 * @param remaining until the change, in milliseconds
 */
export function limitCaching(headers: string[], remaining: number): void {
  if (remaining > maxUse) return;
  const place = headers.indexOf('cache-control') + 1;
  const value = headers[place];
  if (place === 0 || value === undefined) return;
  const left = Math.max(0, Math.floor(remaining / second));
  let used = 0;
  headers[place] = value.replace(
    /\b(max-age|s-maxage|stale-while-revalidate)=(\d+)/g,
    (_, name: string, seconds: string) => {
      const isStale = name === 'stale-while-revalidate';
      const allowed = Math.min(Number(seconds), isStale ? left - used : left);
      if (!isStale) used = allowed;
      return `${name}=${allowed}`;
    },
  );
}
