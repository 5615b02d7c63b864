import { findInstant, formatWithOffset, formatZoneName } from '../dates/local-time.ts';
import { site } from '../site.ts';
import type { Event, EventStatus } from './event.ts';

/** An event as an editor writes it, in `content/events.ts`. */
export interface EventEntry
  extends Omit<Event, 'startAt' | 'endAt' | 'zone' | 'status' | 'sequence'>,
    LocalTimes {
  /** The day on which the event was put on the site: `2025-09-01`. */
  readonly published: string;
  /** One entry for each time that it has been moved, the latest last. */
  readonly moved?: readonly MoveEntry[];
  readonly cancelled?: CancellationEntry;
}

/** Date and time by the clocks of the event's time zone. */
interface LocalTimes {
  /** `2026-01-22 18:30`. */
  readonly start: string;
  /** It is after `start`. */
  readonly end: string;
}

/** How an event was before it was moved: its times, its venue, or both. */
export interface MoveEntry extends Partial<LocalTimes> {
  /** The day on which it was moved: `2025-10-01`. */
  readonly on: string;
  readonly venue?: string;
}

export interface CancellationEntry {
  /** The day on which it was cancelled: `2025-10-01`. */
  readonly on: string;
  /** Why, and what follows instead, in a sentence. */
  readonly reason: string;
}

/**
 * The events of these entries, in the same order. An entry with invalid times is left out: `check-content.ts`
 * reports it, and stops both the build and the development server.
 */
export function readEvents(entries: readonly EventEntry[]): readonly Event[] {
  return entries.flatMap((entry) => readEvent(entry) ?? []);
}

function readEvent(entry: EventEntry): Event | undefined {
  const { start, end, published, moved, cancelled, ...same } = entry;
  const times = readTimes(entry, entry.timezone);
  const former = listFormer(entry).at(-1);
  const formerTimes = former && readTimes(former, entry.timezone);
  if (!times || (former && !formerTimes)) return undefined;
  const status: EventStatus = cancelled
    ? { kind: 'cancelled', reason: cancelled.reason }
    : formerTimes
      ? { kind: 'moved', from: { ...formerTimes, venue: former.venue } }
      : { kind: 'scheduled' };
  const sequence = (moved?.length ?? 0) + (cancelled ? 1 : 0);
  const { timezone } = entry;
  const zone = formatZoneName(Date.parse(times.startAt), timezone);
  return { ...same, ...times, ...(timezone === site.timezone ? {} : { zone }), status, sequence };
}

/**
 * The former times and venues of an event, one for each move, the latest last. A field that a move leaves out did not
 * change.
 */
export function listFormer({ start, end, venue, moved = [] }: EventEntry) {
  let after = { start, end, venue };
  return moved
    .toReversed()
    .map(({ on, ...before }) => {
      after = { ...after, ...before };
      return after;
    })
    .reverse();
}

function readTimes({ start, end }: LocalTimes, timezone: string) {
  const from = findInstant(start, timezone);
  const until = findInstant(end, timezone);
  if (from === undefined || until === undefined) return undefined;
  return { startAt: formatWithOffset(from, timezone), endAt: formatWithOffset(until, timezone) };
}
