import { createContext, useContext } from 'react';
import type { EventsQuery } from '#shared/events/filter-query.ts';

const EventsQueryContext = createContext<EventsQuery | undefined>(undefined);

export const EventsQueryProvider = EventsQueryContext.Provider;

/**
 * The query of the events page. It is parsed once: on the server by the route, which needs it for the
 * cache key, in the browser by `App`. Throws on any other page: a programming error.
 */
export function useEventsQuery(): EventsQuery {
  const query = useContext(EventsQueryContext);
  if (!query) throw new Error('useEventsQuery works on the events page only');
  return query;
}
