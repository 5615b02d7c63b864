/**
 * Every date and time the site shows: en-US, 12-hour clock (specification, section 9), always in a
 * time zone that is given, never the server's or the visitor's.
 */

/** The zone of the organisation; the day of "Last updated" changes at midnight there. */
export const siteTimeZone = 'Europe/Berlin';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What a zone's clocks and calendars show at an instant. One format a zone has it all, because a phone takes up to
 * 4 ms to construct one. Only its parts are used: what stands between them differs between Node and browsers, which
 * would break hydration.
 */
function readParts(instant: string | Date, timeZone: string) {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', hour12: true, timeZone, timeZoneName: 'long' },
    });
  formats.set(timeZone, format);
  const parts = format.formatToParts(new Date(instant));
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  const month = read('month');
  return {
    weekday: read('weekday'),
    year: read('year'),
    month,
    /** English shortens each month to three letters. */
    shortMonth: month.slice(0, 3),
    day: read('day'),
    time: `${read('hour')}:${read('minute')} ${read('dayPeriod')}`,
    zone: read('timeZoneName'),
  };
}

/** `Oct 16, 2025`: short month, day and year of an instant in a zone. */
export function formatDate(instant: string | Date, timeZone: string): string {
  return joinDate(readParts(instant, timeZone));
}

function joinDate({ shortMonth, day, year }: ReturnType<typeof readParts>): string {
  return `${shortMonth} ${day}, ${year}`;
}

/** `Oct 16`: short month and day of an instant in a zone. */
export function formatDayOfYear(instant: string, timeZone: string): string {
  const { shortMonth, day } = readParts(instant, timeZone);
  return `${shortMonth} ${day}`;
}

/** `Thursday, October 16, 2025`: the full date of an instant in a zone. */
export function formatFullDate(instant: string | Date, timeZone: string): string {
  const { weekday, month, day, year } = readParts(instant, timeZone);
  return `${weekday}, ${month} ${day}, ${year}`;
}

/**
 * `6:30 PM – 9:00 PM`. When the event ends on another day than it began, the end carries its date.
 */
export function formatTimeRange(startAt: string, endAt: string, timeZone: string): string {
  const [start, end] = [readParts(startAt, timeZone), readParts(endAt, timeZone)];
  const [startDate, endDate] = [joinDate(start), joinDate(end)];
  return `${start.time} – ${startDate === endDate ? '' : `${endDate}, `}${end.time}`;
}

/** `6:30 PM`: time of day of an instant in a zone. */
export function formatTime(instant: string, timeZone: string): string {
  return readParts(instant, timeZone).time;
}

/** The parts of a calendar leaf: `{ month: 'Oct', day: '16', weekday: 'Thursday' }`, day in two digits. */
export function formatLeaf(instant: string, timeZone: string) {
  const { shortMonth, day, weekday } = readParts(instant, timeZone);
  return { month: shortMonth, day: day.padStart(2, '0'), weekday };
}

/** The zone's name for people at an instant: `Central European Summer Time (Europe/Berlin)`. */
export function formatTimeZone(instant: string, timeZone: string): string {
  return `${readParts(instant, timeZone).zone} (${timeZone})`;
}

/** `October`: the month of an instant in a zone. */
export function formatMonth(instant: string, timeZone: string): string {
  return readParts(instant, timeZone).month;
}

/** The calendar day of an instant in the organisation's zone as `2026-11-20`. */
export function getDay(instant: Date): string {
  // Sweden writes dates so.
  return instant.toLocaleDateString('sv-SE', { timeZone: siteTimeZone });
}

/** `Nov 20, 2026`: a calendar day such as `2026-11-20`, the same in every zone. */
export function formatDay(day: string): string {
  return formatDate(`${day}T12:00:00Z`, 'UTC');
}
