import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectAll } from '#shared/events/filter-events.ts';
import {
  type EventsQuery,
  formatEventsUrl,
  parseEventsQuery,
  plainQuery,
} from '#shared/events/filter-query.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { everySelection } from '../../helpers/event-selections.ts';
import { makeEvent } from '../../helpers/make-event.ts';

const slugs = ['one-event', 'another-event'];
/** Events for four pages. */
const more = Array.from({ length: 40 }, (_, number) => `event-${number}`);
const programme = createProgramme([...slugs, ...more].map((slug) => makeEvent({ slug })));

const lists = {
  selection: fc.constantFrom(...everySelection),
  view: fc.constantFrom('list', 'calendar'),
};
const queries: fc.Arbitrary<EventsQuery> = fc.oneof(
  fc.record({ ...lists, page: fc.constant(1), event: fc.constantFrom(undefined, ...slugs) }),
  // Open details have an address without a page.
  fc.record({ ...lists, page: fc.constantFrom(1, 2, 4), event: fc.constant(undefined) }),
);

const parse = (search: string) => parseEventsQuery(search, programme);
const readSearch = (url: string) => new URL(url, 'https://any.example').search;

test('the address of a selection leads back to that selection', () => {
  fc.assert(
    fc.property(queries, (query) => {
      expect(parse(readSearch(formatEventsUrl(query)))).toEqual(query);
    }),
    { numRuns: 1000 },
  );
});

test('the address of every one of the 240 selections leads back to it', () => {
  for (const selection of everySelection) {
    const url = formatEventsUrl({ ...plainQuery, selection });
    expect(parse(readSearch(url))).toEqual({ ...plainQuery, selection });
  }
});

test('the canonical address of any query, however it was written, is a fixed point', () => {
  const pair = fc
    .tuple(
      fc.constantFrom('month', 'city', 'format', 'category', 'view', 'page', 'event', 'utm_source'),
      fc.constantFrom(
        'all',
        'october',
        'berlin',
        'online',
        'saas',
        'calendar',
        'one-event',
        '1',
        '2',
        '02',
        '5',
        '',
        'x',
      ),
    )
    .map(([name, value]) => `${name}=${value}`);
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const url = formatEventsUrl(parse(`?${pairs.join('&')}`));
      expect(formatEventsUrl(parse(readSearch(url)))).toBe(url);
    }),
  );
});

test('the plain page has no query at all', () => {
  expect(formatEventsUrl(plainQuery)).toBe('/events');
});

test('the address lists month, city, format, category, view and event, in this order', () => {
  expect(
    formatEventsUrl({
      event: 'one-event',
      view: 'calendar',
      page: 1,
      selection: {
        category: 'investor-circle',
        format: 'offline',
        city: 'berlin',
        month: 'october',
      },
    }),
  ).toBe(
    '/events?month=october&city=berlin&format=offline&category=investor-circle&view=calendar&event=one-event',
  );
});

test('the address leaves out every default', () => {
  expect(formatEventsUrl({ ...plainQuery, selection: { ...selectAll, city: 'online' } })).toBe(
    '/events?city=online',
  );
  expect(formatEventsUrl({ ...plainQuery, view: 'calendar' })).toBe('/events?view=calendar');
  expect(formatEventsUrl({ ...plainQuery, event: 'one-event' })).toBe('/events?event=one-event');
});

test('the order in which a query was written does not matter', () => {
  expect(parse('?view=calendar&city=berlin&month=october')).toEqual(
    parse('?month=october&city=berlin&view=calendar'),
  );
});

test('a query is read with its question mark and without', () => {
  expect(parse('city=berlin')).toEqual(parse('?city=berlin'));
  expect(parse('')).toEqual(plainQuery);
  expect(parse('?')).toEqual(plainQuery);
});

describe('a value that is not on offer means the default', () => {
  test.each([
    'month=september',
    'month=October',
    'month=9',
    'month=',
    'month',
    'city=paris',
    'city=Berlin',
    'city=%20berlin',
    'format=onsite',
    'category=online',
    'category=constructor',
    'category=__proto__',
    'month=toString',
    'month[]=october',
    'month[0]=october',
    'month=october%00',
    'month=%E0%A4%A',
    'month=%zz',
    'city=<script>',
    'view=grid',
    'view=LIST',
    'view=',
    'event=no-such-event',
    'event=One-Event',
    'event=',
    'event=__proto__',
    'Month=october',
    '__proto__=october',
    'constructor=berlin',
  ])('%s', (search) => {
    expect(parse(`?${search}`)).toEqual(plainQuery);
  });

  test('whatever it is', () => {
    const offered = new Set(everySelection.flatMap((selection) => Object.values(selection)));
    const strange = fc
      .string({ unit: 'binary' })
      .filter((text) => ![...offered, ...slugs, 'calendar'].includes(text));
    const names = fc.constantFrom('month', 'city', 'format', 'category', 'view', 'event');
    fc.assert(
      fc.property(names, strange, (name, value) => {
        expect(parse(new URLSearchParams({ [name]: value }).toString())).toEqual(plainQuery);
      }),
    );
  });

  test('and does not disturb the others', () => {
    expect(parse('?month=never&city=berlin').selection).toEqual({ ...selectAll, city: 'berlin' });
  });
});

test('of a repeated name the first counts, and when that is unknown the default', () => {
  expect(parse('?city=berlin&city=online').selection.city).toBe('berlin');
  expect(parse('?city=paris&city=online').selection.city).toBe('all');
  expect(parse('?event=one-event&event=another-event').event).toBe('one-event');
});

test('a month and a city that an event brings along are on offer, in one spelling', () => {
  const event = makeEvent({ startAt: '2026-09-10T18:00:00+02:00', city: 'São Paulo' });
  const parseThere = (search: string) => parseEventsQuery(search, createProgramme([event]));
  const { selection } = parseThere('?month=september&city=s%C3%A3o+paulo');
  expect(selection).toEqual({ ...selectAll, month: 'september', city: 'são paulo' });
  expect(parseThere(readSearch(formatEventsUrl({ ...plainQuery, selection }))).selection).toEqual(
    selection,
  );
  expect(parseThere('?month=september&city=S%C3%A3o+Paulo').selection.city).toBe('all');
});

test('an event that no longer exists is dropped', () => {
  expect(parseEventsQuery('?event=one-event', createProgramme([])).event).toBeUndefined();
});
