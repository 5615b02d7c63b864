/**
 * Every date and time the site shows: en-US, 12-hour clock (specification, section 9), always in a
 * time zone that is given, never the server's or the visitor's.
 */

/** The zone of the organisation; the day of "Last updated" changes at midnight there. */
export const siteTimeZone = 'Europe/Berlin';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Constructing a format costs some 30 µs and using it one, so each is made once. */
function findFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.values(options).join(' ')}${Object.keys(options).join(' ')}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formats.set(key, format);
  return format;
}

/** Newer ICU data puts a narrow no-break space before AM and PM, older an ordinary one: one wins. */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ');
}

/** `Oct 16, 2025`: short month, day and year of an instant in a zone. */
export function formatDate(instant: string | Date, timeZone: string): string {
  return withPlainSpaces(
    findFormat(timeZone, { month: 'short', day: 'numeric', year: 'numeric' }).format(
      new Date(instant),
    ),
  );
}

/** `Oct 16`: short month and day of an instant in a zone. */
export function formatDayOfYear(instant: string, timeZone: string): string {
  return findFormat(timeZone, { month: 'short', day: 'numeric' }).format(new Date(instant));
}

/** `Thursday, October 16, 2025`: the full date of an instant in a zone. */
export function formatFullDate(instant: string | Date, timeZone: string): string {
  return withPlainSpaces(
    findFormat(timeZone, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      year: 'numeric',
    }).format(new Date(instant)),
  );
}

/**
 * `6:30 PM – 9:00 PM`. The two times are joined here because `formatRange` uses different spaces in
 * Node and in browsers, which breaks hydration. When the event ends on another day than it began,
 * the end carries its date.
 */
export function formatTimeRange(startAt: string, endAt: string, timeZone: string): string {
  const end = formatTime(endAt, timeZone);
  const endDate = formatDate(endAt, timeZone);
  const sameDay = formatDate(startAt, timeZone) === endDate;
  return `${formatTime(startAt, timeZone)} – ${sameDay ? end : `${endDate}, ${end}`}`;
}

/** `6:30 PM`: time of day of an instant in a zone. */
export function formatTime(instant: string, timeZone: string): string {
  return withPlainSpaces(
    findFormat(timeZone, { hour: 'numeric', minute: '2-digit', hour12: true }).format(
      new Date(instant),
    ),
  );
}

/** The parts of a calendar leaf: `{ month: 'Oct', day: '16', weekday: 'Thursday' }`, day in two digits. */
export function formatLeaf(instant: string, timeZone: string) {
  const date = new Date(instant);
  return {
    month: findFormat(timeZone, { month: 'short' }).format(date),
    day: findFormat(timeZone, { day: '2-digit' }).format(date),
    weekday: findFormat(timeZone, { weekday: 'long' }).format(date),
  };
}

/** The zone's name for people at an instant: `Central European Summer Time (Europe/Berlin)`. */
export function formatTimeZone(instant: string, timeZone: string): string {
  const name = findFormat(timeZone, { timeZoneName: 'long' })
    .formatToParts(new Date(instant))
    .find((part) => part.type === 'timeZoneName');
  return name ? `${name.value} (${timeZone})` : timeZone;
}

/** Zero-based month (October is 9) of an instant in a zone. */
export function getMonth(instant: string, timeZone: string): number {
  return Number(findFormat(timeZone, { month: 'numeric' }).format(new Date(instant))) - 1;
}

/** The calendar day of an instant in the organisation's zone as `2026-11-20`. */
export function getDay(instant: Date): string {
  const format = findFormat(siteTimeZone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = format.formatToParts(instant);
  return ['year', 'month', 'day']
    .map((type) => parts.find((part) => part.type === type)?.value)
    .join('-');
}

/** `Nov 20, 2026`: a calendar day such as `2026-11-20`, the same in every zone. */
export function formatDay(day: string): string {
  return formatDate(`${day}T12:00:00Z`, 'UTC');
}
