import { expect, test, vi } from 'vitest';
import { formatDate, formatFullDate, formatLeaf, formatTime } from '#shared/dates/format.ts';
import { formatWithOffset, formatZoneName } from '#shared/dates/local-time.ts';

test.each([
  ['America/Los_Angeles', 480],
  ['Pacific/Kiritimati', -840],
])('on a machine in %s a local time is formatted as by Intl', (process, behindUtc) => {
  vi.stubEnv('TZ', process);
  // Without this difference the test would prove nothing.
  expect(new Date('2025-12-15T12:00:00Z').getTimezoneOffset()).toBe(behindUtc);
  for (const timeZone of ['Europe/Berlin', 'Asia/Kolkata', 'America/New_York']) {
    const create = (style: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { ...style, timeZone });
    const [full, medium] = [create({ dateStyle: 'full' }), create({ dateStyle: 'medium' })];
    const day = create({ month: 'short', day: '2-digit' });
    const time = create({ timeStyle: 'short' });
    for (let hours = 0; hours < 24 * 370; hours += 5) {
      const instant = Date.UTC(2025, 9, 1, hours, hours % 60);
      const local = formatWithOffset(instant, timeZone);
      expect(formatFullDate(local)).toBe(full.format(instant));
      expect(formatDate(local)).toBe(medium.format(instant));
      // Newer data have a narrow space before AM and PM.
      expect(formatTime(local)).toBe(time.format(instant).replace('\u202f', ' '));
      const leaf = formatLeaf(local);
      expect(`${leaf.month} ${leaf.day}`).toBe(day.format(instant));
    }
  }
});

test('the name of a zone depends on the season', () => {
  const name = (instant: string) => formatZoneName(Date.parse(instant), 'Europe/Berlin');
  expect(name('2025-10-26T02:30:00+02:00')).toBe('Central European Summer Time');
  expect(name('2025-10-26T02:30:00+01:00')).toBe('Central European Standard Time');
});
