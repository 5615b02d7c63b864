/*
 * Every date and time of the site: en-US, 12-hour clock (specification, section 9). A local time, such as
 * `2025-10-16T18:30:00+02:00`, has the digits of its own zone; a day, such as `2025-10-16`, has only a date. Without
 * `Intl`: its first format takes a slow phone up to 70 ms.
 */

/** The months in the order of the year. */
export const monthNames: readonly string[] =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The month of a local time. Throws for an invalid text: the check of the content reports it earlier. */
export function getMonthName(local: string): string {
  const name = monthNames[Number(local.slice(5, 7)) - 1];
  if (!name) throw new Error(`No local time: ${local}`);
  return name;
}

/** `October` for `october`. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function readDate(local: string) {
  const name = getMonthName(local);
  const month = capitalise(name);
  return {
    weekday: weekdays[new Date(local.slice(0, 10)).getUTCDay()] ?? '',
    year: local.slice(0, 4),
    month,
    /** English shortens each month to three letters. */
    shortMonth: month.slice(0, 3),
    day: Number(local.slice(8, 10)),
  };
}

/** `Oct 16, 2025`: short month, day and year. */
export function formatDate(local: string): string {
  return `${formatDayOfYear(local)}, ${readDate(local).year}`;
}

/** `Oct 16`: short month and day. */
export function formatDayOfYear(local: string): string {
  const { shortMonth, day } = readDate(local);
  return `${shortMonth} ${day}`;
}

/** `Thursday, October 16, 2025`: the full date. */
export function formatFullDate(local: string): string {
  const { weekday, month, day, year } = readDate(local);
  return `${weekday}, ${month} ${day}, ${year}`;
}

/** `6:30 PM`: the time of day. */
export function formatTime(local: string): string {
  const hour = Number(local.slice(11, 13));
  return `${hour % 12 || 12}:${local.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `6:30 PM – 9:00 PM`. If the event ends on another day than it begins, the end includes its date. */
export function formatTimeRange(start: string, end: string): string {
  const endDate = isSameDay(start, end) ? '' : `${formatDate(end)}, `;
  return `${formatTime(start)} – ${endDate}${formatTime(end)}`;
}

/** Whether two local times have the same date. */
export function isSameDay(one: string, other: string): boolean {
  return one.slice(0, 10) === other.slice(0, 10);
}

/** The parts of a calendar leaf: `{ month: 'Oct', day: '16', weekday: 'Thursday' }`, day in two digits. */
export function formatLeaf(local: string) {
  const { shortMonth, weekday } = readDate(local);
  return { month: shortMonth, day: local.slice(8, 10), weekday };
}
