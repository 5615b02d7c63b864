import { type EventSelection, selectAll } from '#shared/events/filter-events.ts';

/* The filters as the specification lists them, written down again: the tests that use them must not
   learn from the code what the code should offer. */
const months = ['all', 'october', 'november', 'december'] as const;
const cities = ['all', 'berlin', 'online'] as const;
const formats = ['all', 'online', 'offline', 'hybrid'] as const;
export const categories = ['all', 'investor-circle', 'bootcamp', 'delegation', 'saas'] as const;

/** All 4 × 3 × 4 × 5 = 240 selections. */
export const everySelection: readonly EventSelection[] = months.flatMap((month) =>
  cities.flatMap((city) =>
    formats.flatMap((format) =>
      categories.map((category) => ({ ...selectAll, month, city, format, category })),
    ),
  ),
);
