import { expect, test } from 'vitest';
import { estimateServerTime } from '#client/data/server-clock.ts';

const now = Date.parse('2026-11-20T23:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const formatDate = (time: number) => new Date(time).toUTCString();

test.each([
  ['no cache', {}, now, 0],
  ['a cache that keeps the date of its copy', { age: '240' }, now - 4 * minute, 4 * minute],
  ['a cache that sends the current date beside the age', { age: '240' }, now, 4 * minute],
  ['a cache that sends an age that is no number', { age: 'old' }, now, 0],
] as const)(
  'behind %s a correct clock is used, and a wrong one is corrected',
  (_kind, headers, date, age) => {
    const given = new Headers({ ...headers, date: formatDate(date) });
    // Rounding to seconds and the time on the network do not change a correct clock.
    for (const clock of [now, now - 1500, now + 1500]) {
      expect(estimateServerTime(given, clock)).toBe(clock);
    }
    expect(estimateServerTime(given, date - 2_500)).toBe(date);
    expect(estimateServerTime(given, date + age + 2_500)).toBe(date + age);
    expect(estimateServerTime(given, now - hour)).toBe(date);
    expect(estimateServerTime(given, now + hour)).toBe(date + age);
  },
);

test('without a date the visitor’s clock is used', () => {
  for (const headers of [new Headers(), new Headers({ date: 'today', age: '5' })]) {
    expect(estimateServerTime(headers, now)).toBe(now);
  }
});
