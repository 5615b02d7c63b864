import type { Site } from '../site.ts';

/**
 * robots.txt (RFC 9309): everything may be read, or nothing. Pages that are not to be indexed say so
 * themselves; a crawler that may not read them would never learn it.
 */
export function renderRobots(site: Site, { indexing }: { readonly indexing: boolean }): string {
  if (!indexing) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', site.origin).href}\n`;
}
