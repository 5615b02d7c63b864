import { formatPageUrl } from '../addresses.ts';
import type { Event } from '../events/event.ts';
import { formatEventUrl } from '../events/filter-query.ts';
import { pages } from '../routes.ts';
import type { Site } from '../site.ts';
import { renderXml, xml } from './xml.ts';

/**
 * Every page that search engines may index (sitemaps.org/protocol.html). Without dates and priorities: we know none,
 * and the engines ignore invented ones.
 *
 * @param events those with an address of their own
 */
export function renderSitemap(site: Site, events: readonly Event[]): string {
  const urls = [
    ...pages.filter(({ indexed }) => indexed).map(({ id }) => formatPageUrl(id, site)),
    ...events.map((event) => formatEventUrl(event, site)),
  ].map(
    (url) => xml`
      <url>
        <loc>${url}</loc>
      </url>`,
  );
  return renderXml(
    xml`
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}
    </urlset>`,
    '/sitemap.css', // Our policy forbids the styles that browsers add to a document without its own.
  );
}
