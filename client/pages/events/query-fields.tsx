import { type EventsQuery, formatEventsUrl } from '#shared/events/filter-query.ts';

/** The query of the events page as hidden fields, so that a form keeps what it does not change. */
export function QueryFields({ query }: { readonly query: EventsQuery }) {
  const [, search] = formatEventsUrl(query).split('?');
  return [...new URLSearchParams(search)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
