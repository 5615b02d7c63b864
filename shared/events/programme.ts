import { getPageSize, maxPageLength } from '../paging.ts';
import { type Event, summarise } from './event.ts';
import { createFilters, type Filters } from './filter-events.ts';

/** Events and the filters that follow from them. */
export interface Programme {
  readonly events: readonly Event[];
  readonly filters: Filters;
  readonly pageSize: number;
}

/** The programme of these events, in the order given. */
export function createProgramme(events: readonly Event[]): Programme {
  const pageSize = getPageSize(events.map(summarise), maxPageLength.events);
  return { events, filters: createFilters(events), pageSize };
}
