import { expect, test } from 'vitest';
import {
  formatWithOffset,
  getNextDay,
  isTimeZone,
  parseLocalTime,
} from '#shared/dates/local-time.ts';

const zones = [
  ...['Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'],
  ...['Pacific/Apia', 'Australia/Lord_Howe', 'UTC'],
];

/** The local time of a zone, computed independently of the code. */
const clocks = (instant: number, timeZone: string) =>
  new Date(instant).toLocaleString('sv-SE', { timeZone }).slice(0, 16);

test.each(zones)('every seventh hour of a year in %s is read back', (zone) => {
  const first = Date.UTC(2026, 0, 1, 0, 30);
  for (let instant = first; instant < Date.UTC(2027, 0, 1); instant += 7 * 3_600_000) {
    const text = clocks(instant, zone);
    const time = parseLocalTime(text, zone);
    expect(['instant', 'repeated']).toContain(time.kind);
    if (time.kind === 'instant') expect(time.instant, text).toBe(instant);
    const written = formatWithOffset(instant, zone);
    expect(written.slice(0, 16).replace('T', ' ')).toBe(text);
    expect(Date.parse(written)).toBe(instant);
  }
});

test.each([
  ['instant', 'Europe/Berlin', ['2026-03-29 01:59', '2026-03-29 03:00']],
  ['instant', 'Europe/Berlin', ['2026-10-25 01:59', '2026-10-25 03:00']],
  ['skipped', 'Europe/Berlin', ['2026-03-29 02:00', '2026-03-29 02:59']],
  ['repeated', 'Europe/Berlin', ['2026-10-25 02:00', '2026-10-25 02:59']],
  ['repeated', 'Australia/Lord_Howe', ['2026-04-05 01:45']], // These clocks change by half an hour.
  ['skipped', 'Australia/Lord_Howe', ['2026-10-04 02:15']],
  ['malformed', 'Europe/Berlin', ['2026-02-29 12:00', '2026-01-22 24:00', '2026-01-22 6:30']],
  ['malformed', 'Europe/Berlin', ['2026-01-22T18:30', '']],
])('%s in %s: %j', (kind, zone, texts) => {
  for (const text of texts) expect(parseLocalTime(text, zone).kind, text).toBe(kind);
});

test.each([
  ['2026-01-22T18:30:00+01:00', 'Europe/Berlin', '2026-01-23T00:00:00+01:00'],
  ['2026-01-22T20:00:00+01:00', 'Asia/Kolkata', '2026-01-24T00:00:00+05:30'],
  ['2026-01-23T00:00:00+01:00', 'Europe/Berlin', '2026-01-24T00:00:00+01:00'],
  ['2026-03-29T01:00:00+01:00', 'Europe/Berlin', '2026-03-30T00:00:00+02:00'],
  ['2026-10-25T01:00:00+02:00', 'Europe/Berlin', '2026-10-26T00:00:00+01:00'],
  // There is no midnight on that day.
  ['2026-03-28T12:00:00+02:00', 'Asia/Beirut', '2026-03-29T01:00:00+03:00'],
])('the day after %s in %s begins at %s', (instant, zone, expected) => {
  expect(formatWithOffset(getNextDay(Date.parse(instant), zone), zone)).toBe(expected);
});

test('the name of a time zone is a place or UTC', () => {
  expect(['Europe/Berlin', 'Asia/Kolkata', 'UTC'].every(isTimeZone)).toBe(true);
  expect(['Europe/Belin', 'asia/tokyo', 'CET', 'GMT+1', '', '+01:00'].some(isTimeZone)).toBe(false);
});
