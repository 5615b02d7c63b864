import { describe, expect, test } from 'vitest';
import { events, eventsPage } from '#shared/content/events.ts';
import { isColouredTag } from '#shared/events/tag.ts';

const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):00([+-]\d\d:\d\d)$/;

test('the programme has an investor circle in Berlin, a bootcamp online and a SaaS mission online', () => {
  expect(
    events.map(({ id, city, country, format, tags }) => ({ id, city, country, format, tags })),
  ).toEqual([
    {
      id: 1,
      city: 'Berlin',
      country: 'Germany',
      format: 'offline',
      tags: ['investor-circle', 'offline'],
    },
    { id: 2, city: 'Online', country: '', format: 'online', tags: ['bootcamp', 'online'] },
    {
      id: 3,
      city: 'Online',
      country: '',
      format: 'online',
      tags: ['saas', 'delegation', 'online'],
    },
  ]);
});

test('the three events lie in October, November and December', () => {
  expect(events.map(({ startAt }) => startAt.slice(0, 7))).toEqual([
    '2025-10',
    '2025-11',
    '2025-12',
  ]);
});

test.each(['id', 'title', 'slug'] as const)('no two events share a %s', (field) => {
  expect(new Set(events.map((event) => event[field])).size).toBe(events.length);
});

test('the programme is in the order of time', () => {
  const starts = events.map(({ startAt }) => Date.parse(startAt));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
});

test('the events page carries the strings of the specification', () => {
  expect(eventsPage).toMatchObject({
    title: 'Events & Opportunities',
    emptyTitle: 'No events found',
    emptyText: 'Try adjusting your filters to see more events.',
    calendarText: 'Full calendar view coming soon. For now, please use the list view above.',
    switchToList: 'Switch to List View',
  });
});

describe.each(events)('$title', (event) => {
  test('has a slug that can stand in an address', () => {
    expect(event.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test.each(['startAt', 'endAt'] as const)('%s has the offset that its zone has then', (field) => {
    const [, local, offset] = dateTime.exec(event[field]) ?? [];
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: event.timezone,
      timeZoneName: 'longOffset',
    }).formatToParts(new Date(event[field]));
    expect(local).toBeDefined();
    expect(parts.find(({ type }) => type === 'timeZoneName')?.value).toBe(`GMT${offset}`);
  });

  test('ends after it has started, on the same day', () => {
    expect(Date.parse(event.endAt)).toBeGreaterThan(Date.parse(event.startAt));
    expect(event.endAt.slice(0, 10)).toBe(event.startAt.slice(0, 10));
  });

  test('carries only tags that have a name and a colour, each once, its format among them', () => {
    expect(event.tags.filter((tag) => !isColouredTag(tag))).toEqual([]);
    expect(new Set(event.tags).size).toBe(event.tags.length);
    expect(event.tags).toContain(event.format);
  });

  test('says where, in short and at length', () => {
    expect(event.venue).not.toBe('');
    expect(event.summary.length).toBeLessThan(200);
    expect(event.description.split('\n\n').length).toBeGreaterThan(1);
  });
});
