import { formatPageUrl } from '../addresses.ts';
import { pages } from '../routes.ts';
import type { Site } from '../site.ts';
import { renderXml, xml } from './xml.ts';

/**
 * Every page that search engines may index (sitemaps.org/protocol.html). Without dates and priorities: we know none,
 * and the engines ignore invented ones.
 */
export function renderSitemap(site: Site): string {
  const urls = pages
    .filter(({ indexed }) => indexed)
    .map(
      ({ id }) => xml`
        <url>
          <loc>${formatPageUrl(id, site)}</loc>
        </url>`,
    );
  return renderXml(xml`
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}
    </urlset>`);
}
