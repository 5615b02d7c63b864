import { capitalise, getMonthName, type MonthName, monthNames } from '../format.ts';
import { formatTag } from '../tag.ts';
import type { EventFormat, EventSummary } from './event.ts';

/** The categories are the specification's; other tags are shown on cards and are no categories. */
const categories = ['investor-circle', 'bootcamp', 'delegation', 'saas'] as const;

/** The four selections of the events page; `all` is the default of each. */
export interface EventSelection {
  readonly month: 'all' | MonthName;
  /** In lower case: one that the specification lists, or that of an event. */
  readonly city: string;
  readonly format: 'all' | EventFormat;
  readonly category: 'all' | (typeof categories)[number];
}

export type FilterName = keyof EventSelection;

interface Filter<Value extends string> {
  readonly label: string;
  /** `value` is in the address, `label` is shown. */
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

export type Filters = { readonly [Name in FilterName]: Filter<EventSelection[Name]> };

/** The filters in the order in which the page shows them and the address lists them. */
export const filterNames = ['month', 'city', 'format', 'category'] as const;

export const selectAll: EventSelection = {
  month: 'all',
  city: 'all',
  format: 'all',
  category: 'all',
};

/**
 * The filters of a programme: first the specification's options in its order (section 2), then the other months and
 * cities of the events. A browser gets them as data, because it may not have all events.
 */
export function createFilters(events: readonly EventSummary[]): Filters {
  const found = new Set(events.map(({ startAt }) => getMonthName(startAt)));
  const added = monthNames.filter((name) => found.has(name) && !specifiedMonths.includes(name));
  return {
    month: {
      label: 'Month',
      options: [
        { value: 'all', label: 'All Months' },
        ...[...specifiedMonths, ...added].map((value) => ({ value, label: capitalise(value) })),
      ],
    },
    city: { label: 'City', options: listCities(events) },
    format: {
      label: 'Format',
      options: [
        { value: 'all', label: 'All Formats' },
        { value: 'online', label: 'Online' },
        { value: 'offline', label: 'Offline' },
        { value: 'hybrid', label: 'Hybrid' },
      ],
    },
    category: {
      label: 'Category',
      options: [
        { value: 'all', label: 'All Categories' },
        ...categories.map((value) => ({ value, label: formatTag(value) })),
      ],
    },
  };
}

const specifiedMonths: readonly MonthName[] = ['october', 'november', 'december'];

const specifiedCities: Filters['city']['options'] = [
  { value: 'all', label: 'All Cities' },
  { value: 'berlin', label: 'Berlin' },
  { value: 'online', label: 'Online' },
];

/** The options of the city filter. */
export function listCities(
  events: readonly Pick<EventSummary, 'city'>[],
): Filters['city']['options'] {
  // Of two spellings the first counts: a map keeps the last.
  const joined = new Map(events.map(({ city }) => [city.toLowerCase(), city] as const).reverse());
  return [
    ...specifiedCities,
    ...[...joined]
      .filter(([value]) => value !== '' && !specifiedCities.some((city) => city.value === value))
      // By code unit: `localeCompare` may differ between Node and a browser, which breaks hydration.
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([value, label]) => ({ value, label })),
  ];
}

/**
 * The events that match every one of the four selections (specification, section 5). The month is
 * that of the event's own time zone.
 */
export function filterEvents<Listed extends EventSummary>(
  events: readonly Listed[],
  selection: EventSelection,
): readonly Listed[] {
  const { month, city, format, category } = selection;
  return events.filter(
    (event) =>
      (month === 'all' || getMonthName(event.startAt) === month) &&
      (city === 'all' || event.city.toLowerCase() === city) &&
      (format === 'all' || event.format === format) &&
      (category === 'all' || event.tags.includes(category)),
  );
}
