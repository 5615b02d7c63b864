import type { Event } from './event.ts';
import {
  type AddedOptions,
  createFilters,
  type EventFilters,
  listAddedOptions,
} from './filter-events.ts';

/** Events and the filters that follow from them. */
export interface Programme {
  readonly events: readonly Event[];
  readonly added: AddedOptions;
  readonly filters: EventFilters;
}

/** The programme of these events, in the order given. */
export function createProgramme(events: readonly Event[]): Programme {
  const added = listAddedOptions(events);
  return { events, added, filters: createFilters(added) };
}
