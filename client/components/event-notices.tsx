import type { EventSummary } from '#shared/events/event.ts';
import { listNotices } from '#shared/events/event-words.ts';
import { useShownTime } from '../data/page-query.ts';
import { css } from '../styles/css.ts';

/** Notices about an event: cancelled, past, under way or moved. */
export function EventNotices({ event }: { readonly event: EventSummary }) {
  return listNotices(event, useShownTime()).map((notice) => (
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
