import type { Event } from './event.ts';
import { createFilters, type Filters } from './filter-events.ts';

/** Events and the filters that follow from them. */
export interface Programme {
  readonly events: readonly Event[];
  readonly filters: Filters;
}

/** The programme of these events, in the order given. */
export function createProgramme(events: readonly Event[]): Programme {
  return { events, filters: createFilters(events) };
}
