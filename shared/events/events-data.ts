import { countPages, pageSize, takePage } from '../paging.ts';
import { listVisible } from './changes.ts';
import type { Event, EventSummary } from './event.ts';
import { type AddedOptions, createFilters, filterEvents } from './filter-events.ts';
import { type EventsQuery, parseEventsQuery } from './filter-query.ts';
import { type ArrangedEvents, arrangeEvents, countEvents, type EventCount } from './phase.ts';
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

/** A document with open details lists so many events behind them, or one: the details need the room. */
const behindDetails = 3;

/**
 * The data of an address of the events page at a moment.
 *
 * @param isDocument for a document that is loaded; data that are fetched always have a whole page of the list
 */
export function readEventsData(
  query: EventsQuery,
  { events, added }: Programme,
  moment: number,
  isDocument: boolean,
): EventsData {
  const details = events.find(({ slug }) => slug === query.event);
  const data = { pageId: 'events', added, ...(details ? { details } : {}) } as const;
  const visible = listVisible(events, moment);
  const all = joinEvents(arrangeEvents(visible, moment));
  const hasOpenDetails = isDocument && details !== undefined;
  if (all.length <= (hasOpenDetails ? behindDetails : pageSize)) {
    return { ...data, query: { ...query, page: 1 }, events: all.map(summarise) };
  }
  const found = arrangeEvents(filterEvents(visible, query.selection), moment);
  const list = joinEvents(found);
  // Behind open details is the page that lists the event, where they lead back to.
  const place = list.findIndex(({ slug }) => slug === query.event);
  const wanted = place < 0 ? query.page : countPages(place + 1);
  const { entries, page } = takePage(list, wanted);
  const listed = hasOpenDetails ? list.slice(Math.max(0, place)).slice(0, 1) : entries;
  const total = countEvents(found);
  return { ...data, query: { ...query, page }, events: listed.map(summarise), total };
}

/** In the order in which pages show them. */
function joinEvents<Listed>({ current, past }: ArrangedEvents<Listed>): readonly Listed[] {
  return [...current, ...past];
}

/** The events of a page in their groups, and how many match. The same on server and browser. */
export function selectEvents({ events, query, total }: EventsData, moment: number) {
  const found = arrangeEvents(filterEvents(events, query.selection), moment);
  return { found, count: total ?? countEvents(found) };
}

/** How many pages the events that match take. */
export function countEventPages({ total }: EventsData): number {
  return total ? countPages(total.open + total.cancelled + total.past) : 1;
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
function summarise({ id, description, revision, ...summary }: Event): EventSummary {
  return summary;
}
