import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Event } from '#shared/events/event.ts';
import {
  describeBlog,
  describeEvent,
  describeStructuredData,
} from '#shared/head/structured-data.ts';
import { parsePageAddress } from '#shared/page-address.ts';
import { getPageById, type Page, pages } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';
import { makePost, sampleContent } from '../../helpers/content/sample-content.ts';

/* Structured data, checked with schema.org's own vocabulary: @vocabulary/schema contains all of it as N-Quads. */

type Thing = Readonly<Record<string, unknown>>;

const quad = /^<http:\/\/schema\.org\/(\w+)> <[^>]*[/#](\w+)> <[^>]*[/#](\w+)> /gm;
const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
const quads = readFileSync(file, 'utf8').matchAll(quad);
const vocabulary = Map.groupBy(quads, ([, subject, predicate]) => `${subject} ${predicate}`);

type Predicate = 'domainIncludes' | 'subClassOf' | 'type';
const list = (subject: string, predicate: Predicate): ReadonlySet<string> =>
  new Set(vocabulary.get(`${subject} ${predicate}`)?.map(([, , , object = '']) => object));

/** Whether a type is one of the given types, or a subclass of one. */
const isOneOf = (type: string, wanted: ReadonlySet<string>): boolean =>
  wanted.has(type) || [...list(type, 'subClassOf')].some((each) => isOneOf(each, wanted));

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

/** All objects in a value of JSON-LD, at any depth. */
function collectThings(value: unknown): readonly Thing[] {
  if (Array.isArray(value)) return value.flatMap(collectThings);
  return isThing(value) ? [value, ...Object.values(value).flatMap(collectThings)] : [];
}

/** Lists the unknown types and properties of a graph, and properties that a type does not have. */
const listSchemaProblems = (graph: unknown): readonly string[] =>
  collectThings(graph).flatMap(({ '@type': type, '@id': _, ...properties }) => {
    if (Object.keys(properties).length === 0) return []; // This object is a reference to another one.
    const name = String(type);
    if (!list(name, 'type').has('Class')) return [`no type ${name}`];
    return Object.keys(properties)
      .filter((property) => !isOneOf(name, list(property, 'domainIncludes')))
      .map((property) => `${property} is not for ${name}`);
  });

const context = { site, images: undefined };

/** The structured data of a page without a query. */
function describePage(page: Page, given: Parameters<typeof describeEvent>[1] = context) {
  const data = parsePageAddress(page, page.path ?? '', '', sampleContent).readData(
    Date.now(),
    true,
  );
  return describeStructuredData(page, { ...given, data });
}

const listThings = (page: Page, type: string) =>
  collectThings(describePage(page)).filter((thing) => thing['@type'] === type);

const indexed = pages.filter((page) => page.indexed);

test.each(indexed)('the structured data of $id are valid by schema.org’s vocabulary', (page) => {
  const profile = { network: 'LinkedIn', url: 'https://www.linkedin.com/company/x' } as const;
  const given = { site: { ...site, social: [profile] }, images: '0123abcd' };
  const data = describePage(page, given);
  expect(data?.['@context']).toBe('https://schema.org');
  expect(listSchemaProblems(data?.['@graph'])).toEqual([]);
  const things = collectThings(data?.['@graph']);
  const described = things.flatMap((thing) => ('@type' in thing ? thing['@id'] : []));
  expect(described).toEqual(expect.arrayContaining(things.flatMap((thing) => thing['@id'] ?? [])));
});

test('only Home has the name of the site', () => {
  const named = indexed.filter((page) => listThings(page, 'WebSite').length > 0);
  expect(named.map(({ id }) => id)).toEqual(['home']);
});

const address = { addressLocality: 'Berlin', addressCountry: 'Germany' };
const url = `${site.origin}/events?event=a-gathering`;

test.each([
  ['offline', 'Offline', { '@type': 'Place', address }],
  ['online', 'Online', { '@type': 'VirtualLocation', url }],
  ['hybrid', 'Mixed', [{ '@type': 'Place' }, { '@type': 'VirtualLocation' }]],
] as const)('an event that is %s says where it is', (format, mode, location) => {
  const eventAttendanceMode = `https://schema.org/${mode}EventAttendanceMode`;
  const expected = { eventAttendanceMode, location };
  expect(describeEvent(makeEvent({ format }), context)).toMatchObject(expected);
});

const { startAt, endAt, venue } = makeEvent();
const from = { startAt: '2025-10-09T18:30:00+02:00', endAt: '2025-10-09T21:00:00+02:00', venue };
const barn = { startAt, endAt, venue: 'A barn' };
const words = 'Moved from Oct 9. People';
const newDay = { previousStartDate: '2025-10-09', startDate: startAt };

test.each<[string, Event['status'], Readonly<Record<string, string>>]>([
  ['EventScheduled', { kind: 'scheduled' }, { description: 'People meet.' }],
  ['EventRescheduled', { kind: 'moved', from }, { ...newDay, description: words }],
  // The event moves to another place on the same day.
  ['EventScheduled', { kind: 'moved', from: barn }, { description: 'Moved from A barn. People' }],
  ['EventCancelled', { kind: 'cancelled', reason: 'Rain.' }, { description: 'Cancelled: Rain.' }],
])('an event has the status %s if its own status is %j', (eventStatus, status, expected) => {
  const thing = describeEvent(makeEvent({ status }), context);
  expect(thing).toMatchObject({
    eventStatus: `https://schema.org/${eventStatus}`,
    ...expected,
    description: expect.stringMatching(new RegExp(`^${expected['description']}`)),
  });
  expect('previousStartDate' in thing).toBe('previousStartDate' in expected);
  expect(listSchemaProblems(thing)).toEqual([]);
});

test('the FAQ has every question with its complete answer, including steps', () => {
  const answer = { text: expect.stringMatching(/^So:.*Ask\..*Wait\.$/s) };
  const mainEntity = [
    { name: 'What is it?', acceptedAnswer: { text: 'A circle.' } },
    { name: 'How do I start?', acceptedAnswer: answer },
  ];
  expect(listThings(getPageById('investor-faq'), 'FAQPage')).toMatchObject([{ mainEntity }]);
});

test('the day of a post begins at midnight in the time zone of the network', () => {
  const published = ['2025-03-09', '2025-09-18'].map((date) => makePost({ date }));
  const berlin = { site: { ...site, timezone: 'Europe/Berlin' }, images: undefined };
  expect(describeBlog(published, berlin)).toMatchObject({
    blogPost: [
      { datePublished: '2025-03-09T00:00:00+01:00' },
      { datePublished: '2025-09-18T00:00:00+02:00' },
    ],
  });
});

test('an event and a post have their photograph', () => {
  const photograph = { hash: '0123abcd' };
  const drawn = { site, images: '89abcdef' };
  const event = describeEvent(makeEvent({ photograph }), drawn);
  expect(event).toHaveProperty('image', `${site.origin}/assets/landscape-1200-0123abcd.jpg`);
  const plain = describeEvent(makeEvent(), drawn);
  expect(plain).toHaveProperty('image', `${site.origin}/social/event-a-gathering-89abcdef.png`);
  const list = describeBlog([makePost({ photograph }), makePost({ id: 'b' })], drawn);
  expect(list).toMatchObject({
    blogPost: [
      { image: `${site.origin}/assets/landscape-1200-0123abcd.jpg` },
      expect.not.objectContaining({ image: expect.anything() }),
    ],
  });
  expect(listSchemaProblems([event, list])).toEqual([]);
});
