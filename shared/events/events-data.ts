import { countPages, pageSize, takePage } from '../paging.ts';
import type { Event, EventSummary } from './event.ts';
import { type AddedOptions, createFilters, filterEvents } from './filter-events.ts';
import { type EventsQuery, parseEventsQuery } from './filter-query.ts';
import { arrangeEvents } from './phase.ts';
import type { Programme } from './programme.ts';

/** What the events page shows at an address. */
export interface EventsData {
  readonly pageId: 'events';
  readonly query: EventsQuery;
  readonly added: AddedOptions;
  /** All events, where they fit on one page; else those that match, the ones on this page. */
  readonly events: readonly EventSummary[];
  /** How many events match, where there are more than `events`. */
  readonly total?: EventCount;
  /** The event whose details are open. */
  readonly details?: Event | undefined;
}

/** The number of events in the two groups of the list. */
export interface EventCount {
  /** Under way and to come. */
  readonly current: number;
  readonly past: number;
}

/** The data of an address of the events page at a moment. */
export function readEventsData(
  query: EventsQuery,
  { events, added }: Programme,
  moment: number,
): EventsData {
  const details = events.find(({ slug }) => slug === query.event);
  const data = { pageId: 'events', added, ...(details ? { details } : {}) } as const;
  const all = arrangeEvents(events, moment);
  if (all.current.length + all.past.length <= pageSize) {
    const listed = [...all.current, ...all.past];
    return { ...data, query: { ...query, page: 1 }, events: listed.map(summarise) };
  }
  const { current, past } = arrangeEvents(filterEvents(events, query.selection), moment);
  const { entries, page } = takePage([...current, ...past], query.page);
  return {
    ...data,
    query: { ...query, page },
    events: entries.map(summarise),
    total: { current: current.length, past: past.length },
  };
}

/** The events of a page in their groups, and how many match. The same on server and browser. */
export function selectEvents({ events, query, total }: EventsData, moment: number) {
  const { current, past } = arrangeEvents(filterEvents(events, query.selection), moment);
  const count: EventCount = total ?? { current: current.length, past: past.length };
  return { current, past, count };
}

/** How many pages the events that match take. */
export function countEventPages({ total }: EventsData): number {
  return total ? countPages(total.current + total.past) : 1;
}

/**
 * The data of another address, made from data that hold all events: then a filter needs no request.
 *
 * @param search the query of that address
 * @returns undefined where they have to be fetched
 */
export function findEventsData(search: string, known: EventsData): EventsData | undefined {
  if (known.total) return undefined;
  const { details, added } = known;
  const query = parseEventsQuery(search, {
    events: details ? [details] : [],
    filters: createFilters(added),
  });
  const opensAnother = query.event === undefined && new URLSearchParams(search).has('event');
  if (opensAnother) return undefined;
  return { ...known, query, details: query.event === undefined ? undefined : details };
}

/** Only the open event needs its description. */
function summarise({ description, revision, ...summary }: Event): EventSummary {
  return summary;
}
