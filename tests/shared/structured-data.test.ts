import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Event } from '#shared/events/event.ts';
import { parsePageAddress } from '#shared/page-address.ts';
import { getPageById, type Page, pages } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import {
  describeBlog,
  describeEvent,
  describePeople,
  describeStructuredData,
} from '#shared/structured-data.ts';
import { makeEvent } from '../helpers/make-event.ts';
import { makePost, sampleContent } from '../helpers/sample-content.ts';

/*
 * Structured data held against schema.org's own definitions: its vocabulary as published, of which the package
 * @vocabulary/schema carries the whole as N-Quads.
 */

type Thing = Readonly<Record<string, unknown>>;

const vocabulary = new Map<string, Set<string>>();
const quad = /^<http:\/\/schema\.org\/(\w+)> <[^>]*[/#](\w+)> <[^>]*[/#](\w+)> /gm;
const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
for (const [, subject, predicate, object = ''] of readFileSync(file, 'utf8').matchAll(quad)) {
  const key = `${subject} ${predicate}`;
  vocabulary.set(key, (vocabulary.get(key) ?? new Set()).add(object));
}

type Predicate = 'domainIncludes' | 'rangeIncludes' | 'subClassOf' | 'type';
const list = (subject: string, predicate: Predicate): ReadonlySet<string> =>
  vocabulary.get(`${subject} ${predicate}`) ?? new Set();

/** Whether a type is one of those or a kind of one of them. */
const isOneOf = (type: string, wanted: ReadonlySet<string>): boolean =>
  wanted.has(type) || [...list(type, 'subClassOf')].some((each) => isOneOf(each, wanted));

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

/**
 * What schema.org has against a JSON-LD document of ours: unknown types and properties, properties on
 * things that have none such, values of a kind that the property does not take, references to nothing, and names of
 * things that a processor of JSON-LD would drop because they are no addresses.
 */
function listSchemaProblems(document: object): readonly string[] {
  const { '@context': context, '@graph': graph }: Thing = JSON.parse(JSON.stringify(document));
  if (context !== 'https://schema.org') return [`another context: ${context}`];
  const typesById = new Map<unknown, string>();
  const collect = (value: unknown) => {
    if (!isThing(value)) return;
    if (typeof value['@type'] === 'string') typesById.set(value['@id'], value['@type']);
    Object.values(value).forEach(collect);
  };
  collect(graph);

  const fits = (value: unknown, range: ReadonlySet<string>): boolean => {
    if (typeof value === 'number') return range.has('Number') || range.has('Integer');
    if (!isThing(value)) return fitsText(String(value), range);
    const { '@type': type = typesById.get(value['@id']) } = value;
    if (typeof type === 'string') return isOneOf(type, range);
    return range.has('URL') && URL.canParse(String(value['@id']));
  };
  const check = (thing: Thing): readonly string[] => {
    const { '@type': type, '@id': id, ...properties } = thing;
    if (id !== undefined && !URL.canParse(String(id))) return [`no address: ${id}`];
    if (Object.keys(properties).length === 0) return []; // Only a reference.
    const name = String(type);
    if (!list(name, 'type').has('Class')) return [`no type ${name}`];
    return Object.entries(properties).flatMap(([property, given]) => {
      const domain = list(property, 'domainIncludes');
      if (domain.size === 0) return [`no property ${property}`];
      if (!isOneOf(name, domain)) return [`${property} is not for ${name}`];
      const values = [given].flat();
      const wrong = values.filter((value) => !fits(value, list(property, 'rangeIncludes')));
      return [
        ...wrong.map((value) => `${name}.${property} does not take ${JSON.stringify(value)}`),
        ...values.filter(isThing).flatMap(check),
      ];
    });
  };
  return [graph].flat().filter(isThing).flatMap(check);
}

function fitsText(text: string, range: ReadonlySet<string>): boolean {
  const member = /^https?:\/\/schema\.org\/(\w+)$/.exec(text)?.[1];
  if (member !== undefined) return [...list(member, 'type')].some((type) => isOneOf(type, range));
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
  return (
    range.has('Text') ||
    (range.has('URL') && URL.canParse(text)) ||
    (range.has('Date') && /^\d{4}-\d\d-\d\d$/.test(text)) ||
    (range.has('DateTime') && instant.test(text) && !Number.isNaN(Date.parse(text)))
  );
}

const context = { site, images: undefined };

/** What a page shows without a query. */
function readData(page: Page) {
  return parsePageAddress(page, page.path ?? '', '', sampleContent).readData(Date.now(), true);
}
const indexed = pages.filter((page) => page.indexed);

/** One thing of ours as a document, beside the organisation that it refers to. */
function asDocument(thing: object) {
  const organization = {
    '@type': 'Organization',
    '@id': `tag:${site.identity.domain},${site.identity.year}:organization`,
  };
  const page = { '@type': 'WebPage', '@id': `${site.origin}/blog`, name: 'Blog' };
  const graph = [{ ...organization, name: 'X' }, page, thing];
  return { '@context': 'https://schema.org', '@graph': graph };
}

function listThings(id: Parameters<typeof getPageById>[0], type: string) {
  const page = getPageById(id);
  const graph = describeStructuredData(page, { ...context, data: readData(page) })?.['@graph'];
  if (!Array.isArray(graph)) throw new Error(`${id} has no graph`);
  return graph.filter((thing) => thing['@type'] === type);
}

/** All objects in a value of JSON-LD, however deep. */
function collectThings(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(collectThings)];
}

test.each(indexed)('schema.org has nothing against $id', (page) => {
  const profile = { network: 'LinkedIn', url: 'https://www.linkedin.com/company/x' } as const;
  const given = { site: { ...site, social: [profile] }, images: '0123abcd' };
  const data = describeStructuredData(page, { ...given, data: readData(page) });
  expect(data && listSchemaProblems(data)).toEqual([]);
  expect(JSON.stringify(data)).toContain(`/social/${page.id}-0123abcd.png`);
  const isPage = (thing: object) => /Page$/.test(String(Reflect.get(thing, '@type')));
  const described = collectThings(data).filter(isPage);
  expect(described).not.toEqual([]);
  for (const thing of described) expect(thing).toHaveProperty('name', expect.stringMatching(/./));
});

test('every page but Home says where it stands', () => {
  for (const { id, title, path } of indexed) {
    const [breadcrumbs] = listThings(id, 'BreadcrumbList');
    if (id === 'home') expect(breadcrumbs).toBeUndefined();
    else {
      expect(breadcrumbs?.itemListElement).toMatchObject([
        { position: 1, name: site.name, item: { '@id': `${site.origin}/` } },
        { position: 2, name: title, item: { '@id': `${site.origin}${path}` } },
      ]);
    }
  }
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
  // On the same day, at another place.
  ['EventScheduled', { kind: 'moved', from: barn }, { description: 'Moved from A barn. People' }],
  ['EventCancelled', { kind: 'cancelled', reason: 'Rain.' }, { description: 'Cancelled: Rain.' }],
])('an event says %s where it is %j', (eventStatus, status, expected) => {
  const thing = describeEvent(makeEvent({ status }), context);
  expect(thing).toMatchObject({
    eventStatus: `https://schema.org/${eventStatus}`,
    ...expected,
    description: expect.stringMatching(new RegExp(`^${expected['description']}`)),
  });
  expect('previousStartDate' in thing).toBe('previousStartDate' in expected);
  expect(listSchemaProblems(asDocument(thing))).toEqual([]);
});

test('the FAQ has every question with its whole answer, steps included', () => {
  const [faq] = listThings('investor-faq', 'FAQPage');
  const answer = { text: expect.stringMatching(/^So:.*Ask\..*Wait\.$/s) };
  expect(faq?.mainEntity).toMatchObject([
    { name: 'What is it?', acceptedAnswer: { text: 'A circle.' } },
    { name: 'How do I start?', acceptedAnswer: answer },
  ]);
});

test('an event, a post and a person have the photograph that there is of them', () => {
  const photograph = { hash: '0123abcd', colour: '#8a7463' };
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
  const [first, ...others] = sampleContent.team;
  const people = first ? describePeople([{ ...first, photograph }, ...others], drawn) : [];
  const image = `${site.origin}/assets/portrait-720-0123abcd.jpg`;
  expect(people).toMatchObject([{ name: first?.name, image }]);
  for (const thing of [event, list, ...people]) {
    expect(listSchemaProblems(asDocument(thing))).toEqual([]);
  }
});
