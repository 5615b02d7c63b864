import type { EventSummary } from './event.ts';

/* Events at a time, in milliseconds since 1970: the same at every time between two changes of the programme. */

/** Whether an event is to come, under way (`startAt <= now < endAt`) or past. */
type EventPhase = 'to-come' | 'under-way' | 'past';

/** The phase of an event by its times, also of a cancelled event. */
export function getPhase({ startAt, endAt }: EventSummary, now: number): EventPhase {
  if (now < Date.parse(startAt)) return 'to-come';
  return now < Date.parse(endAt) ? 'under-way' : 'past';
}

/** Whether visitors can still come: it is to come or under way, and not cancelled. */
export function isOpen(event: EventSummary, now: number): boolean {
  return event.status.kind !== 'cancelled' && getPhase(event, now) !== 'past';
}

/** Events in the two groups in which they are listed. */
export interface ArrangedEvents<Listed> {
  /** Events under way, to come and cancelled, by start, the earliest first. */
  readonly current: readonly Listed[];
  /** Past events by start, the latest first: in a long list the newest matter most. */
  readonly past: readonly Listed[];
}

/** Events in their groups. Events with the same start stay in the given order. */
export function arrangeEvents<Listed extends EventSummary>(
  events: readonly Listed[],
  now: number,
): ArrangedEvents<Listed> {
  const isOver = (event: EventSummary) =>
    event.status.kind !== 'cancelled' && getPhase(event, now) === 'past';
  return {
    current: events.filter((event) => !isOver(event)).sort((a, b) => getStart(a) - getStart(b)),
    past: events.filter(isOver).sort((a, b) => getStart(b) - getStart(a)),
  };
}

/** The number of listed events, by what a visitor can expect of them. */
export interface EventCount {
  /** The number of events under way and to come. */
  readonly open: number;
  /** How many of these are under way. */
  readonly underWay: number;
  readonly cancelled: number;
  readonly past: number;
}

/** The number of events in each group at a time. */
export function countEvents(
  { current, past }: ArrangedEvents<EventSummary>,
  now: number,
): EventCount {
  const open = current.filter((event) => isOpen(event, now));
  const underWay = open.filter((event) => getPhase(event, now) === 'under-way').length;
  const cancelled = current.length - open.length;
  return { open: open.length, underWay, cancelled, past: past.length };
}

function getStart({ startAt }: EventSummary): number {
  return Date.parse(startAt);
}
