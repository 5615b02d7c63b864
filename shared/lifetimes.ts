/**
 * How long browsers and shared caches may keep a response: every `Cache-Control` of the server. The page cache shortens
 * a lifetime that ends after the next change of a page (`server/middleware/cache-control.ts`).
 */
export const lifetimes = {
  /**
   * Browsers revalidate each time, with the ETag. (Chromium does so for requests of scripts only if asked,
   * as in `client/data/page-query.ts`.) A shared cache may use its copy for five minutes, for another hour while it
   * revalidates, and for a day while the server is unavailable (RFC 5861).
   */
  page: 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600, stale-if-error=86400',
  /** Feeds, calendars, sitemap … */
  resource: 'public, max-age=3600',
  /** Drawings and the web manifest. */
  drawing: 'public, max-age=86400',
  /** Its name has the hash of its content, or the day of its drawing. */
  hashedFile: 'public, max-age=31536000, immutable',
  otherFile: 'public, max-age=3600',
  /** A redirect from another spelling of a path: a day, so that a mistake expires. */
  redirect: 'public, max-age=86400',
  /** A redirect from a former path is never used without asking, because the page may get this path back. */
  formerPath: 'no-cache',
  error: 'no-store',
  /** Responses for one visitor or one moment: the newsletter, reports, health. */
  private: 'no-store',
} as const;
