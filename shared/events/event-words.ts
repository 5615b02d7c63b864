import {
  formatDate,
  formatDayOfYear,
  formatTime,
  formatTimeRange,
  isSameDay,
} from '../dates/format.ts';
import type { EventSummary } from './event.ts';
import { type EventCount, getPhase } from './phase.ts';

/**
 * Notices about an event for its card and its details, by its own clock: that it is cancelled, past, under way or
 * moved. None for an event that is to come as it was published.
 */
export function listNotices(event: EventSummary, now: number): readonly string[] {
  const notice = findStatusNotice(event);
  const ofStatus = notice === undefined ? [] : [notice];
  if (event.status.kind === 'cancelled') return ofStatus;
  const phase = getPhase(event, now);
  if (phase === 'past') return ['This event has taken place. It was announced in these words:'];
  return phase === 'under-way' ? [`Under way until ${formatEnd(event)}`, ...ofStatus] : ofStatus;
}

/** The notice about its status, independent of the time: for pictures and files, which are made once and read later. */
export function findStatusNotice(event: EventSummary): string | undefined {
  const { status } = event;
  switch (status.kind) {
    case 'scheduled':
      return undefined;
    case 'moved':
      return `Moved from ${formatFormer(event, status.from)}`;
    case 'cancelled':
      return `Cancelled: ${status.reason}`;
  }
}

/** A shorter notice about its status, without the reason. */
export function findStatusLabel(event: EventSummary): string | undefined {
  return event.status.kind === 'cancelled' ? 'Cancelled' : findStatusNotice(event);
}

/** An event in one or two sentences for programs and other sites; its status comes first. */
export function formatSummary(event: EventSummary): string {
  const notice = findStatusNotice(event);
  if (notice === undefined) return event.summary;
  return `${notice}${/[.!?]$/.test(notice) ? '' : '.'} ${event.summary}`;
}

/** `5:00 PM`, or `Nov 14, 5:00 PM` for an event that ends on a later day. */
function formatEnd({ startAt, endAt }: EventSummary): string {
  const end = formatTime(endAt);
  return isSameDay(startAt, endAt) ? end : `${formatDayOfYear(endAt)}, ${end}`;
}

/** The changed parts of time and place; the times only where the day has not changed: `Nov 5, A house`. */
function formatFormer(
  event: EventSummary,
  from: Pick<EventSummary, 'startAt' | 'endAt' | 'venue'>,
): string {
  const { startAt, endAt, venue } = event;
  const hasSameDay = isSameDay(from.startAt, startAt);
  // The year only if it has changed.
  const isSameYear = from.startAt.slice(0, 4) === startAt.slice(0, 4);
  const isSameTime = from.startAt === startAt && from.endAt === endAt;
  const parts = [
    ...(hasSameDay ? [] : [(isSameYear ? formatDayOfYear : formatDate)(from.startAt)]),
    ...(hasSameDay && !isSameTime ? [formatTimeRange(from.startAt, from.endAt)] : []),
    ...(from.venue === venue ? [] : [from.venue]),
  ];
  return parts.join(', ');
}

/** `3 past events`, `1 event to come, 2 past`: the numbers that are not zero. */
export function formatCount({ open, underWay, cancelled, past }: EventCount): string {
  const parts = [
    [underWay, '', 'under way'],
    [open - underWay, '', 'to come'],
    [cancelled, 'cancelled', ''],
    [past, 'past', ''],
  ] as const;
  const formatted = parts
    .filter(([count]) => count > 0)
    .map(([count, before, after], index) => {
      const noun = count === 1 ? 'event' : 'events';
      const words = [String(count), before, ...(index === 0 ? [noun] : []), after];
      return words.filter((word) => word !== '').join(' ');
    });
  return formatted.join(', ') || '0 events';
}
