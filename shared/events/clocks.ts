import { formatDate, formatTimeRange, isSameDay } from '../dates/format.ts';
import { formatWithOffset, formatZoneName, isTimeZone } from '../dates/local-time.ts';
import type { Event } from './event.ts';

/** An event with the texts of its details about time zones. */
export interface EventDetails extends Event {
  /** `Central European Summer Time (Europe/Berlin)`. */
  readonly zoneName: string;
  /**
   * Its time in India and in Central Europe, where it is not the event's own: `6:30 PM – 9:30 PM in India`, with the
   * date where that differs. An offline event has none. The same for every visitor.
   */
  readonly otherClocks: readonly string[];
}

/** The two regions of the network, each with the zone of its clock. */
const regions = [
  { name: 'India', timeZone: 'Asia/Kolkata' },
  { name: 'Central Europe', timeZone: 'Europe/Berlin' },
] as const;

/** Adds the texts about time zones. Only on the server: it needs `Intl`, see `format.ts`. */
export function addClocks(event: Event): EventDetails {
  const { startAt, endAt, timezone, format } = event;
  const clocks = regions
    .map(({ name, timeZone }) => ({ name, times: formatTimesIn(event, timeZone) }))
    .filter(({ times }) => times !== formatTimeRange(startAt, endAt));
  return {
    ...event,
    zoneName: `${formatZoneName(Date.parse(startAt), timezone)} (${timezone})`,
    otherClocks: format === 'offline' ? [] : clocks.map(({ name, times }) => `${times} in ${name}`),
  };
}

/**
 * The event's time by the visitor's clock: `8:00 AM – 11:00 AM`. Undefined where another clock shows the same times.
 * Zones are compared by their times and not by their names: Paris has Berlin's time.
 *
 * @param timeZone the visitor's, as the browser names it; an unknown name counts as none
 */
export function formatVisitorClock(event: EventDetails, timeZone: string): string | undefined {
  if (event.format === 'offline' || !isTimeZone(timeZone)) return undefined;
  const times = formatTimesIn(event, timeZone);
  const isShown =
    times === formatTimeRange(event.startAt, event.endAt) ||
    event.otherClocks.some((clock) => clock.startsWith(`${times} in `));
  return isShown ? undefined : times;
}

function formatTimesIn({ startAt, endAt }: Event, timeZone: string): string {
  const start = formatWithOffset(Date.parse(startAt), timeZone);
  const times = formatTimeRange(start, formatWithOffset(Date.parse(endAt), timeZone));
  return isSameDay(start, startAt) ? times : `${formatDate(start)}, ${times}`;
}
