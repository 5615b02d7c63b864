import { capitalise, getMonthName, monthNames } from '../dates/format.ts';
import { formatTag } from '../tag.ts';
import type { EventSummary } from './event.ts';

interface Option {
  /** The value in the address. */
  readonly value: string;
  /** The text on the page. */
  readonly label: string;
}

interface FilterRow {
  readonly label: string;
  /** The label of the first option, which selects every event. Its value is `all`. */
  readonly all: string;
  /** The other options, those of the specification first (section 2). */
  readonly listOptions: (events: readonly EventSummary[]) => readonly Option[];
  /** Whether an event is found by a value other than `all` (specification, section 5). */
  readonly matches: (event: EventSummary, value: string) => boolean;
}

/** THE TABLE OF FILTERS, in the order in which the page shows them and the address lists them. */
const filterTable = {
  month: {
    label: 'Month',
    all: 'All Months',
    listOptions: listMonths,
    // The month in the event's own time zone.
    matches: ({ startAt }, value) => getMonthName(startAt) === value,
  },
  city: {
    label: 'City',
    all: 'All Cities',
    listOptions: listCities,
    matches: ({ city }, value) => city.toLowerCase() === value,
  },
  format: {
    label: 'Format',
    all: 'All Formats',
    listOptions: () => [
      { value: 'online', label: 'Online' },
      { value: 'offline', label: 'Offline' },
      { value: 'hybrid', label: 'Hybrid' },
    ],
    matches: ({ format }, value) => format === value,
  },
  category: {
    label: 'Category',
    all: 'All Categories',
    // The categories are the specification's; other tags are shown on cards and are no categories.
    listOptions: () =>
      ['investor-circle', 'bootcamp', 'delegation', 'saas'].map((value) => ({
        value,
        label: formatTag(value),
      })),
    matches: ({ tags }, value) => tags.includes(value),
  },
} satisfies Readonly<Record<string, FilterRow>>;

export type FilterName = keyof typeof filterTable;

/** The value of an option for each filter. */
export type EventSelection = Readonly<Record<FilterName, string>>;

export type Filters = Readonly<
  Record<FilterName, { readonly label: string; readonly options: readonly Option[] }>
>;

const rows: Readonly<Record<FilterName, FilterRow>> = filterTable;

export const filterNames = Object.keys(rows).filter((name): name is FilterName => name in rows);

function mapFilters<Value>(
  make: (row: FilterRow, name: FilterName) => Value,
): Readonly<Record<FilterName, Value>>;
function mapFilters(make: (row: FilterRow, name: FilterName) => unknown) {
  return Object.fromEntries(filterNames.map((name) => [name, make(rows[name], name)]));
}

export const selectAll: EventSelection = mapFilters(() => 'all');

/** The filters of a programme. A browser gets them as data, because it may not have all events. */
export function createFilters(events: readonly EventSummary[]): Filters {
  return mapFilters(({ label, all, listOptions }) => ({
    label,
    options: [{ value: 'all', label: all }, ...listOptions(events)],
  }));
}

/** The options that these values name; for any other value it is `all`. */
export function parseSelection(
  read: (name: FilterName) => string | null,
  filters: Filters,
): EventSelection {
  return mapFilters((_row, name) => {
    const given = read(name);
    return filters[name].options.find(({ value }) => value === given)?.value ?? 'all';
  });
}

/** The labels of the chosen options, in the order of the filters: `October`, `Berlin`. */
export function listLabels(selection: EventSelection, filters: Filters): readonly string[] {
  return filterNames.flatMap((name) => {
    const value = selection[name];
    const chosen = filters[name].options.find((option) => option.value === value);
    return value === 'all' || !chosen ? [] : [chosen.label];
  });
}

/** The events that match all selections. */
export function filterEvents<Listed extends EventSummary>(
  events: readonly Listed[],
  selection: EventSelection,
): readonly Listed[] {
  return events.filter((event) =>
    filterNames.every(
      (name) => selection[name] === 'all' || rows[name].matches(event, selection[name]),
    ),
  );
}

const specifiedMonths: readonly string[] = ['october', 'november', 'december'];

function listMonths(events: readonly EventSummary[]): readonly Option[] {
  const found = new Set(events.map(({ startAt }) => getMonthName(startAt)));
  const added = monthNames.filter((name) => found.has(name) && !specifiedMonths.includes(name));
  return [...specifiedMonths, ...added].map((value) => ({ value, label: capitalise(value) }));
}

/** The options of the city filter besides `all`. */
export function listCities(events: readonly Pick<EventSummary, 'city'>[]): readonly Option[] {
  const specified = [
    { value: 'berlin', label: 'Berlin' },
    { value: 'online', label: 'Online' },
  ];
  const excluded = ['', 'all', ...specified.map(({ value }) => value)];
  // The first of two spellings counts, but a map keeps the last.
  const joined = new Map(events.map(({ city }) => [city.toLowerCase(), city] as const).reverse());
  return [
    ...specified,
    ...[...joined]
      .filter(([value]) => !excluded.includes(value))
      // Sorts by code unit: `localeCompare` may differ between Node and a browser, which breaks hydration.
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([value, label]) => ({ value, label })),
  ];
}
