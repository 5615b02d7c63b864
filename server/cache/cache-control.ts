import { hour, second } from '#shared/durations.ts';

/** No response that changes may be used for longer without being asked for again: `pageCaching`, security.txt. */
const longestUse = 2 * hour;

/**
 * Shortens what `Cache-Control` allows to the time that is left until the response changes, so that no
 * cache uses it afterwards: first the time of use, then what `stale-while-revalidate` adds to it (RFC
 * 5861, section 3). Call it when the response is sent: what was right when it was made is too long later.
 *
 * `stale-if-error` stays: while no replica responds, an old page is better than none, and in a browser it
 * corrects itself as soon as one does.
 *
 * @param headers names and values in turn; the value is changed in place
 * @param remaining until the change, in milliseconds
 */
export function limitCaching(headers: string[], remaining: number): void {
  if (remaining > longestUse) return;
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
