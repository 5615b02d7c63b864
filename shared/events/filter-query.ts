import type { EventSelection, FilterName } from './filter-events.ts';
import { filters, selectAll } from './filter-events.ts';

export type EventView = 'list' | 'calendar';

/** Everything about the events page that its address carries. */
export interface EventsQuery {
  readonly selection: EventSelection;
  readonly view: EventView;
  /** Slug of the event whose details are open; unknown slugs are dropped. */
  readonly event: string | undefined;
}

/** The page as it is without a query. */
export const plainQuery: EventsQuery = { selection: selectAll, view: 'list', event: undefined };

/**
 * Reads the query of `/events`. Unknown values mean the default; of a repeated name the first counts.
 *
 * @param search the query with or without its question mark
 * @param slugs the slugs of the events that exist
 */
export function parseEventsQuery(search: string, slugs: readonly string[]): EventsQuery {
  const query = new URLSearchParams(search);
  const slug = query.get('event');
  return {
    selection: {
      month: parseSelection(query, 'month'),
      city: parseSelection(query, 'city'),
      format: parseSelection(query, 'format'),
      category: parseSelection(query, 'category'),
    },
    view: query.get('view') === 'calendar' ? 'calendar' : 'list',
    event: slug !== null && slugs.includes(slug) ? slug : undefined,
  };
}

/** The canonical address: defaults left out, always month, city, format, category, view, event. */
export function formatEventsUrl({ selection, view, event }: EventsQuery): string {
  const query = new URLSearchParams();
  for (const { name } of filters) if (selection[name] !== 'all') query.set(name, selection[name]);
  if (view !== 'list') query.set('view', view);
  if (event !== undefined) query.set('event', event);
  return query.size > 0 ? `/events?${query}` : '/events';
}

function parseSelection(query: URLSearchParams, name: FilterName): string {
  const value = query.get(name);
  const options = filters.find((filter) => filter.name === name)?.options ?? [];
  return options.some((option) => option.value === value) && value !== null ? value : 'all';
}
