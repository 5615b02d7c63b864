import { expect, test } from 'vitest';
import { addClocks, formatVisitorClock } from '#shared/events/clocks.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';

const online = makeEvent({
  format: 'online',
  startAt: '2025-11-12T14:00:00+01:00',
  endAt: '2025-11-12T17:00:00+01:00',
});

const inSummer = makeEvent({ format: 'online' });

test.each([
  ['America/New_York', '8:00 AM – 11:00 AM'],
  ['Pacific/Auckland', 'Nov 13, 2025, 2:00 AM – 5:00 AM'],
  ['UTC', '1:00 PM – 4:00 PM'],
  ['Europe/Berlin', undefined],
  ['Africa/Lagos', undefined], // This zone has the time of Berlin in winter.
  ['Africa/Lagos', '5:30 PM – 8:00 PM', inSummer], // Zones are compared at the time of the event.
  ['Asia/Colombo', undefined], // The time of India, which is shown already.
  ['Asia/Calcutta', undefined],
  ['Etc/Unknown', undefined],
  ['America/New_York', undefined, makeEvent()], // Visitors have to be there: no other clock is shown.
] as const)('a visitor in %s reads %s', (timeZone, words, event = online) => {
  expect(formatVisitorClock(addClocks(event), timeZone)).toBe(words);
});
