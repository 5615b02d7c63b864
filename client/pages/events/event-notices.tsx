import type { EventSummary } from '#shared/events/event.ts';
import { listNotices } from '#shared/events/event-words.ts';
import { css } from '../../styles/css.ts';

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

const line = css`
  margin-bottom: 12px;
  padding-inline-start: 12px;
  border-inline-start: 3px solid var(--action);
  font-weight: 600;
  line-height: 1.4;
`;
