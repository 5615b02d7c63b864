import { filterNames } from '#shared/events/filter-events.ts';
import type { EventsQuery } from '#shared/events/filter-query.ts';

/** The events query as hidden fields without defaults, for a form that changes something else. */
export function QueryFields({ query }: { readonly query: EventsQuery }) {
  const { selection, view, page, event } = query;
  return (
    <>
      {filterNames.map((name) =>
        selection[name] === 'all' ? null : (
          <input key={name} type="hidden" name={name} value={selection[name]} />
        ),
      )}
      {view === 'list' ? null : <input type="hidden" name="view" value={view} />}
      {page === 1 ? null : <input type="hidden" name="page" value={page} />}
      {event === undefined ? null : <input type="hidden" name="event" value={event} />}
    </>
  );
}
