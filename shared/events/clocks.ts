import { formatDate, formatTimeRange, isSameDay } from '../format.ts';
import { formatWithOffset, formatZoneName, isTimeZone } from '../local-time.ts';
import type { Event } from './event.ts';

/** An event with the texts of its details about time zones. */
export interface EventDetails extends Event {
  /** `Central European Summer Time (Europe/Berlin)`. */
  readonly zoneName: string;
  /**
   * Its time in India or in Central Europe: `6:30 PM – 9:30 PM in India`, with the date where it differs from the
   * event's own. An event in neither region has both; an offline event has none. The same for every visitor.
   */
  readonly otherClocks: readonly string[];
}

/** The two regions of the network, each with the zone of its clock. */
const regions = [
  { name: 'India', timeZone: 'Asia/Kolkata', zones: /^Asia\/(Kolkata|Calcutta)$/ },
  { name: 'Central Europe', timeZone: 'Europe/Berlin', zones: /^Europe\// },
] as const;

/** Adds the texts about time zones. Only on the server: it needs `Intl`, see `format.ts`. */
export function addClocks(event: Event): EventDetails {
  const others = regions.filter(({ zones }) => !zones.test(event.timezone));
  return {
    ...event,
    zoneName: `${formatZoneName(Date.parse(event.startAt), event.timezone)} (${event.timezone})`,
    otherClocks:
      event.format === 'offline'
        ? []
        : others.map(({ name, timeZone }) => `${formatTimesIn(event, timeZone)} in ${name}`),
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
