import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  formatDate,
  formatDay,
  formatFullDate,
  formatLeaf,
  formatTimeRange,
  formatTimeZone,
  getDay,
  getMonth,
} from '#shared/format.ts';

const october = 9;
const november = 10;
const berlin = 'Europe/Berlin';
/** 23:30 on the last evening of October in Berlin; already 4:00 in the morning in Kolkata. */
const halloween = '2025-10-31T23:30:00+01:00';

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

describe.each(zonesOfTheProcess)('on a machine in %s', (zone, minutesBehindUtc) => {
  function moveTo() {
    vi.stubEnv('TZ', zone);
    // Or the tests below would prove nothing.
    expect(new Date('2025-12-15T12:00:00Z').getTimezoneOffset()).toBe(minutesBehindUtc);
  }

  test('the month of an event is the one in its own zone', () => {
    moveTo();
    expect(getMonth(halloween, berlin)).toBe(october);
    expect(getMonth(halloween, 'Asia/Kolkata')).toBe(november);
    expect(getMonth('2025-12-31T23:30:00-08:00', 'America/Los_Angeles')).toBe(11);
    expect(getMonth('2025-12-31T23:30:00-08:00', berlin)).toBe(0);
  });

  test('a date is written Oct 31, 2025 in the zone of the event', () => {
    moveTo();
    expect(formatDate(halloween, berlin)).toBe('Oct 31, 2025');
    expect(formatDate(halloween, 'Asia/Kolkata')).toBe('Nov 1, 2025');
    expect(formatFullDate(halloween, berlin)).toBe('Friday, October 31, 2025');
    expect(formatFullDate(halloween, 'Asia/Kolkata')).toBe('Saturday, November 1, 2025');
  });

  test('a time is on the 12-hour clock with minutes', () => {
    moveTo();
    const range = (start: string, end: string) =>
      formatTimeRange(`2025-10-16T${start}:00+02:00`, `2025-10-16T${end}:00+02:00`, berlin);
    expect(range('18:30', '21:00')).toBe('6:30 PM – 9:00 PM');
    expect(range('00:00', '12:00')).toBe('12:00 AM – 12:00 PM');
    expect(range('00:05', '12:59')).toBe('12:05 AM – 12:59 PM');
    expect(range('09:07', '11:59')).toBe('9:07 AM – 11:59 AM');
  });

  test('an event that ends after midnight carries the date of its end', () => {
    moveTo();
    const end = '2025-11-01T01:00:00+01:00';
    expect(formatTimeRange(halloween, end, berlin)).toBe('11:30 PM – Nov 1, 2025, 1:00 AM');
    // The same two instants are one morning in Kolkata.
    expect(formatTimeRange(halloween, end, 'Asia/Kolkata')).toBe('4:00 AM – 5:30 AM');
  });

  test('a time range over the hour that autumn repeats is not turned round', () => {
    moveTo();
    expect(formatTimeRange('2025-10-26T02:30:00+02:00', '2025-10-26T02:30:00+01:00', berlin)).toBe(
      '2:30 AM – 2:30 AM',
    );
    expect(formatTimeZone('2025-10-26T02:30:00+02:00', berlin)).toBe(
      'Central European Summer Time (Europe/Berlin)',
    );
    expect(formatTimeZone('2025-10-26T02:30:00+01:00', berlin)).toBe(
      'Central European Standard Time (Europe/Berlin)',
    );
  });

  test('a calendar leaf shows the short month, a two-digit day and the weekday', () => {
    moveTo();
    expect(formatLeaf('2025-12-04T11:00:00+01:00', berlin)).toEqual({
      month: 'Dec',
      day: '04',
      weekday: 'Thursday',
    });
    expect(formatLeaf(halloween, 'Asia/Kolkata')).toEqual({
      month: 'Nov',
      day: '01',
      weekday: 'Saturday',
    });
  });

  test('a post keeps its calendar day', () => {
    moveTo();
    expect(formatDay('2025-09-18')).toBe('Sep 18, 2025');
    expect(formatDay('2025-01-01')).toBe('Jan 1, 2025');
    expect(formatDay('2024-02-29')).toBe('Feb 29, 2024');
  });

  test('"Last updated" changes at midnight in Berlin, in winter, in summer, and when the clocks change', () => {
    moveTo();
    for (const [midnight, day, next] of [
      ['2026-11-20T23:00:00Z', '2026-11-20', '2026-11-21'],
      ['2026-07-01T22:00:00Z', '2026-07-01', '2026-07-02'],
      ['2026-12-31T23:00:00Z', '2026-12-31', '2027-01-01'],
      // Spring forward on 29 March 2026 and back on 25 October 2026: the offset changes by day.
      ['2026-03-28T23:00:00Z', '2026-03-28', '2026-03-29'],
      ['2026-03-29T22:00:00Z', '2026-03-29', '2026-03-30'],
      ['2026-10-24T22:00:00Z', '2026-10-24', '2026-10-25'],
      ['2026-10-25T23:00:00Z', '2026-10-25', '2026-10-26'],
    ] as const) {
      const time = Date.parse(midnight);
      expect([getDay(new Date(time - 1)), getDay(new Date(time))]).toEqual([day, next]);
    }
  });
});

test('nothing that is shown contains a no-break space, which differs between Node and browsers', () => {
  const instants = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom(...zonesOfTheProcess.map(([zone]) => zone));
  fc.assert(
    fc.property(instants, instants, zones, (start, end, zone) => {
      const [from, to] = [start.toISOString(), end.toISOString()];
      const shown = [
        formatDate(from, zone),
        formatFullDate(from, zone),
        formatTimeRange(from, to, zone),
        formatTimeZone(from, zone),
        ...Object.values(formatLeaf(from, zone)),
        formatDay(getDay(start)),
      ].join('|');
      expect(shown).toMatch(/^[ -~–]+$/);
    }),
  );
});

test('where the platform puts a narrow no-break space before PM, an ordinary one is shown', () => {
  // Node's own data does not, some browsers' does: the platform is made to behave like theirs.
  const { format } = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
  const prototype: { readonly format: unknown } = Intl.DateTimeFormat.prototype; // a getter
  const formatNarrowly = (date: Date) => format(date).replace(/ (?=[AP]M)/, '\u202f');
  vi.spyOn(prototype, 'format', 'get').mockReturnValue(formatNarrowly);
  const range = formatTimeRange('2025-10-16T18:30:00Z', '2025-10-16T21:00:00Z', 'UTC');
  expect(range).toMatch(/6:30 PM – .*9:00 PM$/);
  expect(range).not.toMatch(/[\u202f\u00a0]/);
});

test('a day in Berlin begins within two hours before the day in Greenwich, never later', () => {
  const seconds = fc.integer({ min: 946_684_800, max: 4_102_444_800 });
  fc.assert(
    fc.property(seconds, (second) => {
      const day = (hours: number) =>
        new Date((second + hours * 3600) * 1000).toISOString().slice(0, 10);
      expect([day(1), day(2)]).toContain(getDay(new Date(second * 1000)));
    }),
  );
});
