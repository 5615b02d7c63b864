import { expect, test } from 'vitest';
import { addClocks, formatVisitorClock } from '#shared/events/clocks.ts';
import { makeEvent } from '../../helpers/make-event.ts';

const online = makeEvent({
  format: 'online',
  startAt: '2025-11-12T14:00:00+01:00',
  endAt: '2025-11-12T17:00:00+01:00',
});

test.each([
  ['America/New_York', '8:00 AM – 11:00 AM'],
  ['Pacific/Auckland', 'Nov 13, 2025, 2:00 AM – 5:00 AM'],
  ['UTC', '1:00 PM – 4:00 PM'],
  ['Europe/Berlin', undefined],
  ['Africa/Lagos', undefined], // The same time as in Berlin, in winter.
  ['Asia/Colombo', undefined], // India's.
  ['Asia/Calcutta', undefined],
  ['Etc/Unknown', undefined],
])('a visitor in %s reads %s', (timeZone, words) => {
  expect(formatVisitorClock(addClocks(online), timeZone)).toBe(words);
});

test('zones are compared at the time of the event', () => {
  const summer = {
    ...online,
    startAt: '2025-07-12T14:00:00+02:00',
    endAt: '2025-07-12T17:00:00+02:00',
  };
  expect(formatVisitorClock(addClocks(summer), 'Africa/Lagos')).toBe('1:00 PM – 4:00 PM');
});

test('an event that takes place only where it is has the clock of that place alone', () => {
  expect(formatVisitorClock(addClocks(makeEvent()), 'America/New_York')).toBeUndefined();
});
