import { findMonth } from '../format.ts';
import type { Event, EventFormat } from './event.ts';
import { formatTag } from './tag.ts';

/** A choice of one filter: `value` is what the address carries, `label` what people read. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly FilterOption[];
}

export type FilterName = 'month' | 'city' | 'format' | 'category';

/** The four selections of the events page; `all` is the default of each. */
export type EventSelection = Readonly<Record<FilterName, string>>;

export const selectAll: EventSelection = {
  month: 'all',
  city: 'all',
  format: 'all',
  category: 'all',
};

/** Zero-based months on offer (specification, section 5). */
const monthNumbers = new Map([
  ['october', 9],
  ['november', 10],
  ['december', 11],
]);

const formatNames: Readonly<Record<EventFormat, string>> = {
  online: 'Online',
  offline: 'Offline',
  hybrid: 'Hybrid',
};

/** The filters in the order in which the page shows them and the address lists them. */
export const filters: readonly Filter[] = [
  {
    name: 'month',
    label: 'Month',
    options: [
      { value: 'all', label: 'All Months' },
      { value: 'october', label: 'October' },
      { value: 'november', label: 'November' },
      { value: 'december', label: 'December' },
    ],
  },
  {
    name: 'city',
    label: 'City',
    options: [
      { value: 'all', label: 'All Cities' },
      { value: 'berlin', label: 'Berlin' },
      { value: 'online', label: 'Online' },
    ],
  },
  {
    name: 'format',
    label: 'Format',
    options: [
      { value: 'all', label: 'All Formats' },
      ...Object.entries(formatNames).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    name: 'category',
    label: 'Category',
    options: [
      { value: 'all', label: 'All Categories' },
      ...['investor-circle', 'bootcamp', 'delegation', 'saas'].map((value) => ({
        value,
        label: formatTag(value),
      })),
    ],
  },
];

/**
 * The events that match every one of the four selections (specification, section 5). The month is
 * read in the event's own time zone: `2025-10-31T23:30+01:00` is November in Kolkata.
 */
export function filterEvents(
  events: readonly Event[],
  selection: EventSelection,
): readonly Event[] {
  const { month, city, format, category } = selection;
  return events.filter(
    (event) =>
      (month === 'all' || findMonth(event.startAt, event.timezone) === monthNumbers.get(month)) &&
      (city === 'all' || event.city.toLowerCase() === city.toLowerCase()) &&
      (format === 'all' || event.format === format) &&
      (category === 'all' || event.tags.includes(category)),
  );
}
