import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectAll } from '#shared/events/filter-events.ts';
import {
  formatEventsUrl,
  parseEventsQuery,
  plainQuery,
  unlisted,
} from '#shared/events/filter-query.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { readKnownQuery } from '#shared/known-query.ts';
import { everySelection } from '../../helpers/content/event-selections.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';
import { sampleEvents } from '../../helpers/content/sample-content.ts';

const slugs = ['one-event', 'another-event'];
/** The number of events that fit on four pages. */
const more = Array.from({ length: 40 }, (_, number) => `event-${number}`);
// The months and cities of the specification are in the programme, so that their filters exist with any content.
const programme = createProgramme([
  ...[...slugs, ...more].map((slug) => makeEvent({ slug })),
  ...sampleEvents,
]);

type Query = typeof plainQuery;
const queries: fc.Arbitrary<Query> = fc
  .record({
    selection: fc.constantFrom(...everySelection),
    view: fc.constantFrom('list', 'calendar'),
    page: fc.constantFrom(1, 2, 4),
    event: fc.constantFrom(undefined, ...slugs),
  })
  // The address of open details has no page number.
  .filter(({ page, event }) => page === 1 || event === undefined);

const parse = (search: string) => parseEventsQuery(readKnownQuery('events', search), programme);

test('the query of a selection is parsed to the same selection', () => {
  const property = fc.property(queries, (query) => {
    const { search } = new URL(formatEventsUrl(query), 'https://any.example');
    expect(parse(search)).toEqual(query);
  });
  fc.assert(property, { numRuns: 1000 });
});

test('a query has no default values, and its names have a fixed order', () => {
  expect(formatEventsUrl(plainQuery)).toBe('/events');
  // The parameters are in another order.
  const chosen = { category: 'saas', format: 'offline', city: 'berlin', month: 'october' } as const;
  const selection = { ...chosen, ...selectAll, ...chosen };
  const query = { ...plainQuery, event: 'one-event', view: 'calendar', selection } as const;
  expect(formatEventsUrl(query)).toBe(
    '/events?month=october&city=berlin&format=offline&category=saas&view=calendar&event=one-event',
  );
});

const selection = { ...selectAll, city: 'berlin' } as const;
const inOctober = { ...selectAll, month: 'october' } as const;

test.each<[search: string, Partial<Query>]>([
  ['?view=calendar&city=berlin', { selection, view: 'calendar' }],
  ['city=berlin&view=calendar', { selection, view: 'calendar' }],
  ['', {}],
  ['city=BERLIN', { selection }], // Letter case does not matter, as in the filters (specification, section 5).
  ['?month=never&city=berlin', { selection, event: unlisted }], // An unknown value does not affect the others.
  ['?city=berlin&city=online', { selection }], // If a name is repeated, the first value counts,
  ['?city=nowhere&city=online', { event: unlisted }], // and if it is unknown, the default.
  ['?month=never&event=one-event', { event: 'one-event' }], // The event of the link is there.
  ['?event=One-Event&month=OCTOBER', { event: 'one-event', selection: inOctober }],
  ['?page=2', { page: 2 }],
  ['?page=99', { page: 6 }], // the last
  ['?event=one-event&event=another-event', { event: 'one-event' }],
])(
  'the query “%s” is read as %j, in any order, with its question mark and without',
  (search, query) => {
    expect(parse(search)).toEqual({ ...plainQuery, ...query });
  },
);

test.each([
  ...['month=', 'month', 'month=all', 'month[]=october', 'Month=october', '__proto__=october'],
  ...['view=grid', 'view=LIST', 'view=', 'event=', 'constructor=berlin', 'page=0', 'page=x'],
])('a default or a parameter that the page does not know changes nothing: %s', (search) => {
  expect(parse(`?${search}`)).toEqual(plainQuery);
});

test.each([
  ...['month=never', 'month=9', 'month=january', 'month=october%00', 'month=%E0%A4%A', 'month=%zz'],
  ...['month=toString', 'city=nowhere', 'city=%20berlin', 'city=<script>', 'format=onsite'],
  ...['category=online', 'category=constructor', 'category=__proto__', 'event=no-such-event'],
  ...['event=__proto__', 'event=-'],
])('all values that are not listed share one address: %s', (search) => {
  const query = parse(`?${search}`);
  expect(query).toEqual({ ...plainQuery, event: unlisted });
  expect(formatEventsUrl(query)).toBe('/events?event=-');
});
