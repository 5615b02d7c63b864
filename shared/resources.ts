import { formatAbsoluteUrl } from './addresses.ts';
import { blog } from './content/blog.ts';
import { eventsTexts } from './content/events-texts.ts';
import { renderCalendar } from './events/calendar.ts';
import { formatCalendarPath, formatEventFilePath } from './events/calendar-links.ts';
import { getProgrammeValidity } from './events/changes.ts';
import { listIndexed } from './events/events-data.ts';
import { filterEvents, listLabels, selectAll } from './events/filter-events.ts';
import { parseEventsQuery, unlisted } from './events/filter-query.ts';
import { readKnownQuery } from './known-query.ts';
import { findDayOfLine, renderDayLine } from './kolam/day-line.ts';
import { listDrawings, renderDrawing } from './kolam/drawings.ts';
import { lifetimes } from './lifetimes.ts';
import { getDayValidity, parsePageAddress, readAddressState } from './page-address.ts';
import { formatDataUrl } from './page-data.ts';
import { renderRss } from './resources/post-feed.ts';
import { renderRobots } from './resources/robots.ts';
import { renderSecurityTxt, securityTxtPath } from './resources/security-txt.ts';
import { renderSitemap } from './resources/sitemap.ts';
import { renderWebManifest } from './resources/web-manifest.ts';
import { pages } from './routes.ts';
import type { Site } from './site.ts';
import type { SiteContent } from './site-content.ts';
import { always, type Validity } from './validity.ts';

/**
 * THE RESOURCE TABLE: what the server generates from site and content besides the pages of `routes.ts`. A new event
 * adds its own row.
 */
export interface TextResource {
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Programs of other sites use it: scripts of any origin may read it, and it may be embedded. */
  readonly shared: boolean;
  /** Whether search engines may list it by itself. */
  readonly indexed: boolean;
  /** Parses the query of an address; without it the query changes nothing. */
  readonly parse: (search: string) => ResourceAddress;
}

export interface ResourceAddress {
  /** The canonical address, which is the cache key. Clients cannot invent one. */
  readonly key: string;
  readonly getValidity: (now: number) => Validity;
  readonly render: (context: ResourceContext) => string;
}

/** What a resource depends on besides the content. */
export interface ResourceContext {
  readonly site: Site;
  /** When the text is valid. */
  readonly validity: Validity;
  /** The colours of the light theme that resources use. */
  readonly colours: { readonly page: string };
  /** The build, as in `AddressState`. */
  readonly version: string;
}

const feedType = 'application/rss+xml';
const feedPath = '/feed.xml';

const calendarType = 'text/calendar';
const calendarPath = formatCalendarPath(selectAll);

/** The rows of the table for this content. */
export function createResources(content: SiteContent): readonly TextResource[] {
  const { posts, publishedAt } = content;
  return [
    createShared(feedPath, feedType, ({ site }) =>
      renderRss({ site, blog, posts, publishedAt, path: feedPath }),
    ),
    createCalendar(content),
    ...content.programme.events.map((event) =>
      createShared(formatEventFilePath(event.slug), calendarType, ({ site }) =>
        renderCalendar({ site, events: [event], publishedAt }),
      ),
    ),
    createRow(
      '/sitemap.xml',
      'application/xml',
      ({ site, validity }) => renderSitemap(site, listIndexed(content.programme, validity.from)),
      (now) => getProgrammeValidity(content.programme.events, now),
    ),
    createRow('/robots.txt', 'text/plain', ({ site }) => renderRobots(site)),
    createRow(
      securityTxtPath,
      'text/plain',
      ({ site, validity }) => renderSecurityTxt(site, validity),
      getDayValidity,
    ),
    {
      ...createRow('/site.webmanifest', 'application/manifest+json', ({ site, colours }) =>
        renderWebManifest(site, colours),
      ),
      cacheControl: lifetimes.drawing,
    },
    ...listDrawings(content).map(({ name, path }) => ({
      ...createRow(path, 'image/svg+xml', () => renderDrawing(name)),
      cacheControl: lifetimes.drawing,
      indexed: false,
    })),
    ...createPageData(content),
  ];
}

/** The resource of a path that depends on the day, and so is not in the table: the line of the day. */
export function findDayResource(path: string, now: number): TextResource | undefined {
  const date = findDayOfLine(path, now);
  if (date === undefined) return undefined;
  return {
    ...createRow(path, 'image/svg+xml', () => renderDayLine(date)),
    cacheControl: lifetimes.hashedFile,
    indexed: false,
  };
}

/** A row with a text that does not depend on the query. */
function createRow(
  path: string,
  type: string,
  render: ResourceAddress['render'],
  getValidity: ResourceAddress['getValidity'] = () => always,
): TextResource {
  return {
    path,
    contentType: `${type}; charset=utf-8`,
    cacheControl: lifetimes.resource,
    shared: false,
    indexed: true,
    parse: () => ({ key: path, getValidity, render }),
  };
}

/** A row for programs of other sites. */
function createShared(path: string, type: string, render: ResourceAddress['render']): TextResource {
  return { ...createRow(path, type, render), shared: true };
}

/** The calendar of the programme or of a selection of it. */
function createCalendar({ programme, publishedAt }: SiteContent): TextResource {
  return {
    ...createShared(calendarPath, calendarType, () => ''),
    parse(search) {
      const query = new URLSearchParams(readKnownQuery('events', search));
      query.delete('event'); // It opens details on the page.
      const { selection, event } = parseEventsQuery(query.toString(), programme);
      // It has no events: programs would add all of them to the calendar of somebody who wanted one city.
      const isUnlisted = event === unlisted;
      const key = isUnlisted ? `${calendarPath}?month=${unlisted}` : formatCalendarPath(selection);
      const labels = isUnlisted ? ['no longer listed'] : listLabels(selection, programme.filters);
      return {
        key,
        getValidity: () => always,
        render: ({ site }) =>
          renderCalendar({
            site,
            events: isUnlisted ? [] : filterEvents(programme.events, selection),
            publishedAt,
            subscription: {
              name: [`${site.name}: ${eventsTexts.title}`, ...labels].join(' · '),
              url: formatAbsoluteUrl(key, site),
            },
          }),
      };
    },
  };
}

/** The data with which a browser draws a page that is reached by a click: see `page-data.ts`. */
function createPageData(content: SiteContent): readonly TextResource[] {
  return pages.flatMap((page) => {
    const { id, path, hasData } = page;
    if (!hasData || path === undefined) return [];
    return {
      ...createRow(formatDataUrl(id, ''), 'application/json', () => ''),
      cacheControl: lifetimes.page,
      indexed: false,
      parse(search: string): ResourceAddress {
        const address = parsePageAddress(page, path, search, content);
        return {
          key: formatDataUrl(id, address.key.slice(path.length)),
          getValidity: address.getValidity,
          render: ({ version, validity }) =>
            JSON.stringify(readAddressState(address, version, validity, false)),
        };
      },
    };
  });
}

/** The links in a page's head for feed readers and calendars. */
export function listAlternates({ name }: Site) {
  return [
    { path: feedPath, type: feedType, title: `${name}: ${blog.title}` },
    { path: calendarPath, type: calendarType, title: `${name}: ${eventsTexts.title}` },
  ];
}
