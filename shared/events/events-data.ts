import { formatWithOffset } from '../dates/local-time.ts';
import { countPages, pageSizes, takePage } from '../paging.ts';
import { site } from '../site.ts';
import { listVisible } from './changes.ts';
import { addClocks, type EventDetails } from './clocks.ts';
import { type Event, type EventSummary, summarise } from './event.ts';
import { type Filters, filterEvents } from './filter-events.ts';
import { type EventsQuery, parseEventsQuery } from './filter-query.ts';
import { findNextEvent } from './next-event.ts';
import { type ArrangedEvents, arrangeEvents, countEvents, type EventCount } from './phase.ts';
import type { Programme } from './programme.ts';

/** What the events page shows at an address. */
export interface EventsData {
  readonly pageId: 'events';
  readonly query: EventsQuery;
  readonly filters: Filters;
  /** The year now, such as `2026`, in the network's own time zone. */
  readonly year: string;
  /** Whether no event at all is under way or to come. */
  readonly isNothingPlanned: boolean;
  /** All events, if they fit on one page; otherwise the matching ones on this page. */
  readonly events: readonly EventSummary[];
  /** How many events match, where `events` is only a part. */
  readonly total?: EventCount;
  /** How many pages these take. */
  readonly pages?: number;
  /** The event with open details. */
  readonly details?: EventDetails | undefined;
  /** Whether that event's address is its canonical one: see `listIndexed`. */
  readonly isIndexed?: boolean;
}

/**
 * The data of an address of the events page at a time.
 *
 * @param isDocument whether the data are part of a document; fetched data always have a whole page of the list
 */
export function readEventsData(
  query: EventsQuery,
  { events, filters }: Programme,
  now: number,
  isDocument: boolean,
): EventsData {
  const details = events.find(({ slug }) => slug === query.event);
  const visible = listVisible(events, now);
  const isIndexed = listIndexed({ events }, now).some(({ slug }) => slug === query.event);
  const data = {
    pageId: 'events',
    filters,
    year: formatWithOffset(now, site.timezone).slice(0, 4),
    isNothingPlanned: findNextEvent(visible, now).next === undefined,
    ...(details ? { details: addClocks(details), isIndexed } : {}),
  } as const;
  const all = joinEvents(arrangeEvents(visible, now));
  if (all.length <= pageSizes.events) {
    return { ...data, query: { ...query, page: 1 }, events: all.map(summarise) };
  }
  const found = arrangeEvents(filterEvents(visible, query.selection), now);
  const list = joinEvents(found);
  // The list behind open details is the page with that event, for when they close.
  const index = list.findIndex(({ slug }) => slug === query.event);
  const pageNumber = index < 0 ? query.page : countPages(index + 1, pageSizes.events);
  const { entries, page, pages } = takePage(list, pageNumber, pageSizes.events);
  // In a document, open details leave space for one event behind them.
  const listed = isDocument && details ? list.slice(Math.max(0, index)).slice(0, 1) : entries;
  const total = countEvents(found, now);
  return { ...data, query: { ...query, page }, events: listed.map(summarise), total, pages };
}

/**
 * The events with an address of their own for search engines: all listed events if they do not fit on one page. If
 * they do, that page describes each of them.
 */
export function listIndexed({ events }: Pick<Programme, 'events'>, now: number): readonly Event[] {
  const visible = listVisible(events, now);
  return visible.length > pageSizes.events ? visible : [];
}

/** Returns all events in the order in which pages show them. */
export function joinEvents<Listed>({ current, past }: ArrangedEvents<Listed>): readonly Listed[] {
  return [...current, ...past];
}

/** The events of a page in their groups, and how many match. The same on server and browser. */
export function selectEvents({ events, query, total }: EventsData, now: number) {
  const found = arrangeEvents(filterEvents(events, query.selection), now);
  return { found, count: total ?? countEvents(found, now) };
}

/**
 * The data of another address, made from data that contain all events: such a filter needs no request.
 *
 * @param search the query of that address
 * @returns undefined where they have to be fetched
 */
export function findEventsData(search: string, known: EventsData): EventsData | undefined {
  if (known.total) return undefined;
  const { details, filters } = known;
  const query = parseEventsQuery(search, {
    events: details ? [details] : [],
    filters,
  });
  const slug = new URLSearchParams(search).get('event');
  if (slug && slug !== query.event) return undefined; // the details of another event
  return { ...known, query, details: query.event === details?.slug ? details : undefined };
}
