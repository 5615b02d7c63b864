import { formatAbsoluteUrl } from '../addresses.ts';
import type { Site } from '../site.ts';

/**
 * robots.txt (RFC 9309): crawlers may read everything, or nothing. Pages outside the index have a robots tag of
 * their own, and a crawler can only see it on a page that it may read.
 */
export function renderRobots(site: Site, indexing: boolean): string {
  if (!indexing) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: /\n\nSitemap: ${formatAbsoluteUrl('/sitemap.xml', site)}\n`;
}
