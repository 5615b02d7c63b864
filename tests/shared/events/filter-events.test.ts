import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capitalise } from '#shared/dates/format.ts';
import type { Event, EventFormat } from '#shared/events/event.ts';
import {
  createFilters,
  type EventSelection,
  filterEvents,
  filterNames,
  selectAll,
} from '#shared/events/filter-events.ts';
import { formatEventsUrl, parseEventsQuery, plainQuery } from '#shared/events/filter-query.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { categories, everySelection } from '../../helpers/content/event-selections.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';
import { sampleEvents } from '../../helpers/content/sample-content.ts';

/** Zones with a fixed offset: their local time needs no time zone data. */
const fixedZones = [
  ['Pacific/Kiritimati', '+14:00'],
  ['Asia/Kathmandu', '+05:45'],
  ['Asia/Kolkata', '+05:30'],
  ['UTC', 'Z'],
  ['America/Phoenix', '-07:00'],
  ['Pacific/Pago_Pago', '-11:00'],
] as const;

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];

/** Chooses the local time first: half of the times are within a day of the start of a month. */
const anyEvent: fc.Arbitrary<Event> = fc
  .record({
    zone: fc.constantFrom(...fixedZones),
    month: fc.oneof(fc.integer({ min: 8, max: 11 }), fc.integer({ min: 0, max: 11 })),
    isLastDay: fc.boolean(),
    year: fc.integer({ min: 2024, max: 2030 }),
    time: fc.constantFrom('00:00', '12:30', '23:59'),
    city: fc.constantFrom(...['Berlin', 'BERLIN', 'Berlino', 'onLine', 'São Paulo', 'all', '']),
    format: fc.constantFrom<EventFormat>('online', 'offline', 'hybrid'),
    tags: fc.subarray([...categories.slice(1), 'online', 'offline', 'saas-summit', 'all']),
  })
  .map(({ zone: [timezone, offset], month, isLastDay, year, time, ...given }) => {
    const day = new Date(isLastDay ? Date.UTC(year, month + 1, 0) : Date.UTC(year, month, 1));
    const startAt = `${day.toISOString().slice(0, 10)}T${time}:00${offset}`;
    return makeEvent({ ...given, timezone, startAt, endAt: startAt });
  });

/** The month in which the event begins in its own time zone. */
const getMonthThere = ({ startAt }: Event) => monthNames[Number(startAt.slice(5, 7)) - 1] ?? '';

/** The four rules of the specification, section 5, written as simply as possible. */
function isExpected(event: Event, selection: EventSelection): boolean {
  if (selection.month !== 'all' && selection.month !== getMonthThere(event)) return false;
  if (selection.city !== 'all' && selection.city !== event.city.toLowerCase()) return false;
  if (selection.format !== 'all' && selection.format !== event.format) return false;
  return selection.category === 'all' || event.tags.some((tag) => tag === selection.category);
}

test('with any events, each of the 240 selections finds the same events as a naive implementation', () => {
  expect(new Set(everySelection.map((each) => Object.values(each).join())).size).toBe(240);
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      for (const selection of everySelection) {
        const expected = events.filter((event) => isExpected(event, selection));
        expect(filterEvents(events, selection), JSON.stringify(selection)).toEqual(expected);
      }
    }),
  );
});

const readLabels = (events: readonly Event[]) =>
  Object.fromEntries(
    filterNames.map((name) => [name, createFilters(events)[name].options.map((it) => it.label)]),
  );

test('further months are added in the order of the year, further cities in alphabetical order', () => {
  const { month = [], city = [], format, category } = readLabels([]);
  const year = monthNames.map(capitalise);
  const events = year.map((_, index) => {
    const number = String(12 - index).padStart(2, '0');
    return makeEvent({ startAt: `2026-${number}-10T18:00:00Z`, city: 'Oslo' });
  });
  for (const other of [
    'Nashik',
    'OSLO',
    'NASHIK',
    ...city.slice(1).map((it) => it.toUpperCase()),
  ]) {
    events.push(makeEvent({ city: other, tags: ['trade-fair'] }));
  }
  const isFurther = (label: string) => ![...month, ...city].includes(label);
  expect(readLabels(events)).toMatchObject({
    month: [...month, ...year.filter(isFurther)],
    city: [...city, ...['Nashik', 'Oslo'].filter(isFurther)],
    format,
    category,
  });
});

test('each filter is in the query, and one of its options finds some events and not others', () => {
  const programme = createProgramme([...sampleEvents, makeEvent({ city: 'Munich', country: 'X' })]);
  const { events, filters } = programme;
  for (const name of filterNames) {
    const counts = filters[name].options.map(({ value }) => {
      const selection = { ...selectAll, [name]: value };
      const [, search = ''] = formatEventsUrl({ ...plainQuery, selection }).split('?');
      expect(parseEventsQuery(search, programme).selection).toEqual(selection);
      return filterEvents(events, selection).length;
    });
    expect(counts[0], name).toBe(events.length);
    expect(
      counts.some((count) => count > 0 && count < events.length),
      name,
    ).toBe(true);
  }
});

test('with any programme the filters find every event by its month and by its city', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 6 }), (events) => {
      const programme = createProgramme(events);
      for (const event of events) {
        const [month, city] = [getMonthThere(event), event.city.toLowerCase()];
        const query = new URLSearchParams({ month, city }).toString();
        const { selection } = parseEventsQuery(query, programme);
        expect(selection).toMatchObject({ month, city: city || 'all' });
        expect(filterEvents(programme.events, selection)).toContain(event);
      }
    }),
  );
});
