import { formatAbsoluteUrl } from '../addresses.ts';
import type { Site } from '../site.ts';

/**
 * robots.txt (RFC 9309): crawlers may read everything, or nothing. Pages outside of the index say so themselves,
 * which only a crawler that may read them can see.
 */
export function renderRobots(site: Site, indexing: boolean): string {
  if (!indexing) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: /\n\nSitemap: ${formatAbsoluteUrl('/sitemap.xml', site)}\n`;
}
