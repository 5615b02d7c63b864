import type { EventSummary } from '#shared/events/event.ts';
import { listNotices } from '#shared/events/event-words.ts';
import { notice as line } from '../../styles/grid.ts';

interface EventNoticesProps {
  readonly event: EventSummary;
  /** The shown time in milliseconds. */
  readonly now: number;
}

/** Notices about an event: cancelled, past, under way or moved. */
export function EventNotices({ event, now }: EventNoticesProps) {
  return listNotices(event, now).map((notice) => (
    <p key={notice} className={line}>
      {notice}
    </p>
  ));
}
