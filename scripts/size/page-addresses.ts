import { events } from '#shared/content/events.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { pages } from '#shared/routes.ts';

/** Every page at its address, the answers that any address can have, and the heaviest queries. */
export const pageAddresses: readonly string[] = [
  ...pages.flatMap(({ path }) => path ?? []),
  '/nobody-knows-this',
  '/%zz',
  '/thank-you?type=newsletter',
  '/thank-you?type=interest',
  '/events?view=calendar',
  ...events.map(({ slug }) => formatEventsUrl({ ...plainQuery, event: slug })),
];
