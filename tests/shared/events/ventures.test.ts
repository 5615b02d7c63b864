import { expect, test } from 'vitest';
import { findVentures, formatVentureCount } from '#shared/events/ventures.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';

const venture = { kind: 'Equity', text: 'A workshop.' };
const make = (slug: string, day: string, given = {}) =>
  makeEvent({
    ...{ slug, startAt: `${day}T18:30:00+02:00`, endAt: `${day}T21:00:00+02:00` },
    ventures: [venture, { ...venture, text: 'A film.' }],
    ...given,
  });
const status = { kind: 'cancelled', reason: 'Rain.' } as const;
const events = [
  make('first', '2025-04-01', { ventures: [venture] }),
  make('second', '2025-05-01'),
  make('without', '2025-06-01', { ventures: undefined }),
  make('cancelled', '2025-07-01', { status }),
  make('third', '2025-08-01', { ventures: [venture] }),
  make('fourth', '2025-09-01'),
];

test.each([
  ['2025-03-31T12:00:00Z', 'first', 'One venture will be'],
  ['2025-04-01T18:00:00Z', 'first', 'One venture will be'], // under way
  ['2025-05-02T12:00:00Z', 'third', 'One venture will be'],
  ['2025-08-02T12:00:00Z', 'fourth', 'Two ventures will be'],
  ['2025-09-02T12:00:00Z', 'fourth', 'Two ventures were'],
])('at %s the ventures are those of the %s event: %s', (moment, slug, words) => {
  const found = findVentures(events, Date.parse(moment));
  expect([found?.event.slug, found && formatVentureCount(found)]).toEqual([slug, words]);
});

test('the last event that has ventures, and did take place, has them for good; none has none', () => {
  const later = Date.parse('2026-01-01T00:00:00Z');
  const found = findVentures(events.slice(0, 4), later);
  expect(found?.event.slug).toBe('second');
  const first = findVentures(events.slice(0, 1), later);
  expect(first && formatVentureCount(first)).toBe('One venture was');
  expect(findVentures(events.slice(2, 4), later)).toBeUndefined();
});
