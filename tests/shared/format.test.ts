import { afterEach, expect, test, vi } from 'vitest';
import {
  formatDate,
  formatDay,
  formatFullDate,
  formatLeaf,
  formatMonth,
  formatTimeRange,
  formatTimeZone,
  getDay,
} from '#shared/format.ts';

const berlin = 'Europe/Berlin';
const kolkata = 'Asia/Kolkata';
/** 23:30 on the last evening of October in Berlin; already 4:00 in the morning in Kolkata. */
const halloween = '2025-10-31T23:30:00+01:00';
const newYear = '2025-12-31T23:30:00-08:00';

const zonesOfTheProcess = [
  ['America/Los_Angeles', 480],
  ['Asia/Kolkata', -330],
  ['Europe/Berlin', -60],
  ['Pacific/Kiritimati', -840],
  ['UTC', 0],
] as const;

afterEach(() => {
  vi.unstubAllEnvs();
});

const range = (start: string, end: string) =>
  formatTimeRange(`2025-10-16T${start}:00+02:00`, `2025-10-16T${end}:00+02:00`, berlin);
const longRange = (zone: string) => formatTimeRange(halloween, '2025-11-01T01:00:00+01:00', zone);

test.each(zonesOfTheProcess)(
  'on a machine in %s everything is in the zone of the event',
  (zone, behindUtc) => {
    vi.stubEnv('TZ', zone);
    // Or the test would prove nothing.
    expect(new Date('2025-12-15T12:00:00Z').getTimezoneOffset()).toBe(behindUtc);

    expect(formatMonth(halloween, berlin)).toBe('October');
    expect(formatMonth(halloween, kolkata)).toBe('November');
    expect(formatMonth(newYear, 'America/Los_Angeles')).toBe('December');
    expect(formatDate(halloween, berlin)).toBe('Oct 31, 2025');
    expect(formatDate(halloween, kolkata)).toBe('Nov 1, 2025');
    expect(formatFullDate(halloween, berlin)).toBe('Friday, October 31, 2025');
    expect(formatFullDate(halloween, kolkata)).toBe('Saturday, November 1, 2025');

    expect(range('18:30', '21:00')).toBe('6:30 PM – 9:00 PM');
    expect(range('00:00', '12:00')).toBe('12:00 AM – 12:00 PM');
    expect(range('00:05', '12:59')).toBe('12:05 AM – 12:59 PM');
    expect(range('09:07', '11:59')).toBe('9:07 AM – 11:59 AM');
    // An event that ends after midnight carries the date of its end.
    expect(longRange(berlin)).toBe('11:30 PM – Nov 1, 2025, 1:00 AM');
    expect(longRange(kolkata)).toBe('4:00 AM – 5:30 AM');

    // The hour that autumn repeats.
    const [summer, winter] = ['2025-10-26T02:30:00+02:00', '2025-10-26T02:30:00+01:00'];
    expect(formatTimeRange(summer, winter, berlin)).toBe('2:30 AM – 2:30 AM');
    expect(formatTimeZone(summer, berlin)).toBe('Central European Summer Time (Europe/Berlin)');
    expect(formatTimeZone(winter, berlin)).toBe('Central European Standard Time (Europe/Berlin)');

    const leaf = (month: string, day: string, weekday: string) => ({ month, day, weekday });
    expect(formatLeaf('2025-12-04T11:00:00+01:00', berlin)).toEqual(leaf('Dec', '04', 'Thursday'));
    expect(formatLeaf(halloween, kolkata)).toEqual(leaf('Nov', '01', 'Saturday'));

    expect(formatDay('2025-09-18')).toBe('Sep 18, 2025');
    expect(formatDay('2024-02-29')).toBe('Feb 29, 2024');

    // "Last updated" changes at midnight in Berlin.
    for (const [midnight, day, next] of [
      ['2026-11-20T23:00:00Z', '2026-11-20', '2026-11-21'],
      ['2026-07-01T22:00:00Z', '2026-07-01', '2026-07-02'],
      // Spring forward on 29 March 2026 and back on 25 October 2026: the offset changes by day.
      ['2026-03-28T23:00:00Z', '2026-03-28', '2026-03-29'],
      ['2026-03-29T22:00:00Z', '2026-03-29', '2026-03-30'],
      ['2026-10-24T22:00:00Z', '2026-10-24', '2026-10-25'],
      ['2026-10-25T23:00:00Z', '2026-10-25', '2026-10-26'],
    ] as const) {
      const time = Date.parse(midnight);
      expect([getDay(new Date(time - 1)), getDay(new Date(time))]).toEqual([day, next]);
    }
  },
);
