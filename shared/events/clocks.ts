import { formatDate, formatTimeRange, isSameDay } from '../format.ts';
import { formatWithOffset, formatZoneName, isTimeZone } from '../local-time.ts';
import type { Event } from './event.ts';

/** An event with what its details say about clocks. */
export interface EventDetails extends Event {
  /** `Central European Summer Time (Europe/Berlin)`. */
  readonly zoneName: string;
  /**
   * When it is at the other end of the bridge: `6:30 PM – 9:30 PM in India`, with the date where that differs from
   * the event's own. An event at neither end has both; one that takes place only where it is has none. The same
   * for every visitor.
   */
  readonly otherClocks: readonly string[];
}

/** The two ends of the bridge, each with the zone whose clock stands for it. */
const ends = [
  { name: 'India', timeZone: 'Asia/Kolkata', zones: /^Asia\/(Kolkata|Calcutta)$/ },
  { name: 'Central Europe', timeZone: 'Europe/Berlin', zones: /^Europe\// },
] as const;

/** Works out what the details say about clocks. Only on the server: it needs `Intl`, see `format.ts`. */
export function addClocks(event: Event): EventDetails {
  const others = ends.filter(({ zones }) => !zones.test(event.timezone));
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
 * When an event is by the visitor's clock: `8:00 AM – 11:00 AM`. Undefined where another clock shows the same times: zones are compared
 * by what they show and not by their names, for Paris has Berlin's time.
 *
 * @param timeZone the visitor's, as the browser names it; one that it does not know is none
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
