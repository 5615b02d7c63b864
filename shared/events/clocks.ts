import { formatDate, formatTimeRange } from '../format.ts';
import { isTimeZone } from '../local-time.ts';
import type { EventSummary } from './event.ts';

/** The two ends of the bridge, each with the zone whose clock stands for it. */
const ends = [
  { name: 'India', timeZone: 'Asia/Kolkata', zones: /^Asia\/(Kolkata|Calcutta)$/ },
  { name: 'Central Europe', timeZone: 'Europe/Berlin', zones: /^Europe\// },
] as const;

/**
 * When an event is at the other end of the bridge, in words: `6:30 PM – 9:30 PM in India`, with the date
 * where that differs from the event's own. An event at neither end has both; one that takes place only
 * where it is has none. The same for every visitor.
 */
export function listOtherClocks(event: EventSummary): readonly string[] {
  if (event.format === 'offline') return [];
  return ends
    .filter(({ zones }) => !zones.test(event.timezone))
    .map(({ name, timeZone }) => `${formatTimesIn(event, timeZone)} in ${name}`);
}

/**
 * The same by the visitor's clock. Undefined where another clock shows the same times: zones are compared
 * by what they show and not by their names, for Paris has Berlin's time.
 *
 * @param timeZone the visitor's, as the browser names it; one that it does not know is none
 */
export function formatVisitorClock(event: EventSummary, timeZone: string): string | undefined {
  if (event.format === 'offline' || !isTimeZone(timeZone)) return undefined;
  const others = ends.filter(({ zones }) => !zones.test(event.timezone));
  const shown = [event.timezone, ...others.map((end) => end.timeZone)];
  const times = formatTimesIn(event, timeZone);
  return shown.some((zone) => formatTimesIn(event, zone) === times) ? undefined : times;
}

function formatTimesIn({ startAt, endAt, timezone }: EventSummary, timeZone: string): string {
  const date = formatDate(startAt, timeZone);
  const times = formatTimeRange(startAt, endAt, timeZone);
  return date === formatDate(startAt, timezone) ? times : `${date}, ${times}`;
}
