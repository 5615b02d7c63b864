import { eventsPage } from '#shared/content/events-page.ts';
import type { EventSummary } from '#shared/events/event.ts';
import type { ArrangedEvents } from '#shared/events/phase.ts';
import { maxPageSize } from '#shared/paging.ts';
import { css } from '../styles/css.ts';
import { formatStagger } from '../styles/stagger.ts';
import { EventCard } from './event-card.tsx';
import { PastEvent } from './past-event.tsx';

interface EventListProps extends ArrangedEvents<EventSummary> {
  /** The year now: cards say another one. */
  readonly year: string;
}

/** Events under way and to come; then, under a heading, past events. */
export function EventList({ current, past, year }: EventListProps) {
  return (
    <>
      {current.length > 0 ? (
        <ol role="list" className={list}>
          {current.map((event, index) => (
            <EventCard key={event.slug} event={event} year={year} index={index} />
          ))}
        </ol>
      ) : null}
      {past.length > 0 ? (
        <>
          <h2 className={pastTitle}>{eventsPage.pastTitle}</h2>
          <ol role="list" className={list}>
            {past.map((event) => (
              <PastEvent key={event.slug} event={event} year={year} />
            ))}
          </ol>
        </>
      ) : null}
    </>
  );
}

const list = css`
  @media (prefers-reduced-motion: no-preference) {
    ${formatStagger(maxPageSize)}
  }
`;

const pastTitle = css`
  padding-block: 24px 16px;
  font: 600 1.75rem / 1.2 var(--display);
`;
