import { formatAbsoluteUrl } from '../addresses.ts';
import type { Site } from '../site.ts';

/**
 * robots.txt (RFC 9309): crawlers may read everything. They see that a page or, with INDEXING=off, the site is not to be
 * indexed only if they may read it.
 */
export function renderRobots(site: Site): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${formatAbsoluteUrl('/sitemap.xml', site)}\n`;
}
