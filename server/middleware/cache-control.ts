import { second } from '#shared/durations.ts';

/**
 * Shortens a `Cache-Control` so that no cache uses a response after its next change: first `max-age` and `s-maxage`,
 * then what `stale-while-revalidate` adds to them (RFC 5861, section 3). For the moment when the response is sent, not
 * when it is made. `stale-if-error` stays: an old page is better than none.
 *
 * @param remaining until the change, in milliseconds
 */
export function limitCaching(cacheControl: string, remaining: number): string {
  const left = Math.max(0, Math.floor(remaining / second));
  let used = 0;
  return cacheControl.replace(
    /\b(max-age|s-maxage|stale-while-revalidate)=(\d+)/g,
    (_, name: string, seconds: string) => {
      const isStale = name === 'stale-while-revalidate';
      const allowed = Math.min(Number(seconds), isStale ? left - used : left);
      if (!isStale) used = Math.max(used, allowed);
      return `${name}=${allowed}`;
    },
  );
}
