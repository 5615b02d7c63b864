import { formatAbsoluteUrl } from '../addresses.ts';
import { countPages, pageSizes, parsePageNumber } from '../paging.ts';
import type { PageUrl } from '../routes.ts';
import type { Site } from '../site.ts';
import type { Event } from './event.ts';
import { type EventSelection, filterNames, parseSelection, selectAll } from './filter-events.ts';
import type { Programme } from './programme.ts';

export type EventView = 'list' | 'calendar';

/** All state of the events page, as its address contains it. */
export interface EventsQuery {
  readonly selection: EventSelection;
  readonly view: EventView;
  /** The page of the list, counted from 1. The address leaves it out while details are open. */
  readonly page: number;
  /** Slug of the event with open details; `unlisted` if the address names an event or an option that does not exist. */
  readonly event: string | undefined;
}

/** The value in an address for something that is not listed, or not any more. No entry can have it as its id. */
export const unlisted = '-';

/** The query of an address without one. */
export const plainQuery: EventsQuery = {
  selection: selectAll,
  view: 'list',
  page: 1,
  event: undefined,
};

/**
 * Reads the query of `/events`. Unknown values mean the default, and the page says so; the first value of a repeated
 * name counts.
 *
 * @param search the known part of the query (`readKnownQuery`)
 */
export function parseEventsQuery(search: string, { events, filters }: Programme): EventsQuery {
  const query = new URLSearchParams(search);
  const slug = query.get('event');
  const selection = parseSelection((name) => query.get(name), filters);
  const isUnlisted =
    slug !== null || filterNames.some((name) => query.has(name) && selection[name] === 'all');
  return {
    selection,
    view: query.get('view') === 'calendar' ? 'calendar' : 'list',
    page: parsePageNumber(query.get('page'), countPages(events.length, pageSizes.events)),
    event: events.find((event) => event.slug === slug)?.slug ?? (isUnlisted ? unlisted : undefined),
  };
}

/** The canonical address: defaults left out, always in the order of the filters, then view, page, event. */
export function formatEventsUrl({ selection, view, page, event }: EventsQuery): PageUrl {
  const query = new URLSearchParams();
  for (const name of filterNames) if (selection[name] !== 'all') query.set(name, selection[name]);
  if (view !== 'list') query.set('view', view);
  if (page > 1 && event === undefined) query.set('page', String(page));
  if (event !== undefined) query.set('event', event);
  const text = query.toString(); // `size` is newer than the oldest browsers that we support.
  return text === '' ? '/events' : `/events?${text}`;
}

/** The events page with the details of an event open, for output that is read outside the site. */
export function formatEventUrl({ slug }: Pick<Event, 'slug'>, site: Pick<Site, 'origin'>): string {
  return formatAbsoluteUrl(formatEventsUrl({ ...plainQuery, event: slug }), site);
}
