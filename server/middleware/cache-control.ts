/**
 * Shortens a `Cache-Control` header so that no cache uses a response after the page's next change.
 * `stale-while-revalidate` extends the other two (RFC 5861, section 3); `stale-if-error` stays.
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
