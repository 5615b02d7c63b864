/**
 * Shortens a `Cache-Control` header so that no cache uses a response after the page's next change: first `max-age` and
 * `s-maxage`, then `stale-while-revalidate`, which extends them (RFC 5861, section 3). Call it when the response is
 * sent, not when it is rendered. `stale-if-error` stays: an old page is better than none.
 *
 * @param left whole seconds until the change
 */
export function limitCaching(cacheControl: string, left: number): string {
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
