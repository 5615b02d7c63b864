import { eventsPage } from './content/events-page.ts';
import { blog, posts } from './content/posts.ts';
import { hour } from './durations.ts';
import { renderCalendar } from './events/calendar.ts';
import { formatCalendarPath, formatEventFilePath } from './events/calendar-links.ts';
import { type EventSelection, filterEvents, selectAll } from './events/filter-events.ts';
import { programme } from './programme.ts';
import { type FeedSource, renderAtom, renderJsonFeed, renderRss } from './resources/post-feed.ts';
import { renderRobots } from './resources/robots.ts';
import { renderSecurityTxt, securityTxtPath } from './resources/security-txt.ts';
import { renderSitemap } from './resources/sitemap.ts';
import { renderWebManifest } from './resources/web-manifest.ts';
import type { Site } from './site.ts';

/**
 * THE RESOURCE TABLE: every address, beside the pages of `routes.ts`, that the server writes text for.
 * It is the whole list; any other address is a 404. A new event brings its own row.
 */
export interface TextResource {
  readonly path: string;
  readonly contentType: string;
  /** How long a copy may be used without asking, in milliseconds. */
  readonly maxAge: number;
  /** Made for other sites' programs: scripts of any origin may read it, and it may be embedded. */
  readonly shared: boolean;
  /** Whether its text depends on the filters in the address; all else in a query changes nothing. */
  readonly filtered?: true;
  /** The text for this deployment. */
  readonly render: (context: ResourceContext, selection: EventSelection) => string;
}

/** What a resource depends on besides the content. */
export interface ResourceContext {
  readonly site: Site;
  readonly now: Date;
  /** Whether search engines may index the site. */
  readonly indexing: boolean;
  /** The colours round a page: that of the page in the light theme. */
  readonly colours: { readonly page: string };
}

const feeds = [
  { path: '/feed.xml', type: 'application/rss+xml', label: 'RSS', render: renderRss },
  { path: '/feed.atom', type: 'application/atom+xml', label: 'Atom', render: renderAtom },
  { path: '/feed.json', type: 'application/feed+json', label: 'JSON Feed', render: renderJsonFeed },
] as const;

const calendarType = 'text/calendar';
const calendarPath = formatCalendarPath(selectAll);

export const resources: readonly TextResource[] = [
  ...feeds.map(({ path, type, render }) => ({
    path,
    contentType: `${type}; charset=utf-8`,
    maxAge: hour,
    shared: true,
    render: ({ site }: ResourceContext) => render({ site, blog, posts, path } satisfies FeedSource),
  })),
  {
    path: calendarPath,
    contentType: `${calendarType}; charset=utf-8`,
    maxAge: hour,
    shared: true,
    filtered: true,
    render: ({ site }, selection) => {
      const path = formatCalendarPath(selection);
      return renderCalendar({
        site,
        events: filterEvents(programme.events, selection),
        subscription: {
          name: `${site.name}: ${eventsPage.title}`,
          url: new URL(path, site.origin).href,
        },
      });
    },
  },
  ...programme.events.map((event) => ({
    path: formatEventFilePath(event.slug),
    contentType: `${calendarType}; charset=utf-8`,
    maxAge: hour,
    shared: true,
    render: ({ site }: ResourceContext) => renderCalendar({ site, events: [event] }),
  })),
  {
    path: '/sitemap.xml',
    contentType: 'application/xml; charset=utf-8',
    maxAge: hour,
    shared: false,
    render: ({ site }) => renderSitemap(site),
  },
  {
    path: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    maxAge: hour,
    shared: false,
    render: ({ site, indexing }) => renderRobots(site, { indexing }),
  },
  {
    path: securityTxtPath,
    contentType: 'text/plain; charset=utf-8',
    maxAge: hour,
    shared: false,
    render: ({ site, now }) => renderSecurityTxt(site, now),
  },
  {
    path: '/site.webmanifest',
    contentType: 'application/manifest+json; charset=utf-8',
    maxAge: 24 * hour,
    shared: false,
    render: ({ site, colours }) => renderWebManifest(site, colours),
  },
];

const resourcesByPath = new Map(resources.map((resource) => [resource.path, resource]));

/** The resource at a path, or undefined where there is none. */
export function findResource(path: string): TextResource | undefined {
  return resourcesByPath.get(path);
}

/** What a page's head offers to feed readers and calendars. */
export function listAlternates(site: Site) {
  const title = `${site.name}: ${blog.title}`;
  return [
    ...feeds.map(({ path, type, label }) => ({ path, type, title: `${title} (${label})` })),
    { path: calendarPath, type: calendarType, title: `${site.name}: ${eventsPage.title}` },
  ];
}
