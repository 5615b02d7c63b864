import { getNextDay, getStartOfYear } from '../dates/local-time.ts';
import { site } from '../site.ts';
import type { Validity } from '../validity.ts';
import type { EventSummary } from './event.ts';

/* When the programme changes. Only the server needs this: browsers get the listed events. */

/** The events that are listed at a time: all, except cancelled events after their last day. */
export function listVisible<Listed extends EventSummary>(
  events: readonly Listed[],
  now: number,
): readonly Listed[] {
  return events.filter((event) => {
    return event.status.kind !== 'cancelled' || now < getEndOfDay(event);
  });
}

/** The latest change of the programme that is not after a time; 0 before the first. */
export function getLastChange(events: readonly EventSummary[], now: number): number {
  return Math.max(0, ...events.flatMap(listChanges).filter((change) => change <= now));
}

/** The next change of the programme after a time; undefined after the last. */
export function findNextChange(events: readonly EventSummary[], now: number): number | undefined {
  const coming = events.flatMap(listChanges).filter((change) => change > now);
  return coming.length > 0 ? Math.min(...coming) : undefined;
}

/** The validity of pages about the programme. It ends with the year too, because dates omit the current year. */
export function getProgrammeValidity(events: readonly EventSummary[], now: number): Validity {
  const nextYear = getStartOfYear(now, site.timezone, 1);
  return {
    from: Math.max(getLastChange(events, now), getStartOfYear(now, site.timezone)),
    until: Math.min(findNextChange(events, now) ?? nextYear, nextYear),
  };
}

/** The times at which the list's text about an event changes. */
function listChanges(event: EventSummary): readonly number[] {
  if (event.status.kind === 'cancelled') return [getEndOfDay(event)];
  return [Date.parse(event.startAt), Date.parse(event.endAt)];
}

/** Midnight after the event in its own zone. An event that ends at midnight ends on the day before. */
function getEndOfDay({ endAt, timezone }: EventSummary): number {
  return getNextDay(Date.parse(endAt) - 1, timezone);
}
