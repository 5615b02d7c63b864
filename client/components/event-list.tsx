import { eventsPage } from '#shared/content/events-page.ts';
import type { EventSummary } from '#shared/events/event.ts';
import type { ArrangedEvents } from '#shared/events/phase.ts';
import { maxPageSize } from '#shared/paging.ts';
import { css } from '../styles/css.ts';
import { formatStagger } from '../styles/stagger.ts';
import { inlineLink } from './button.tsx';
import { EventCard } from './event-card.tsx';
import { PageLink } from './page-link.tsx';

interface EventListProps extends ArrangedEvents<EventSummary> {
  /** No event is to come in any selection: a line says so and links to the newsletter. */
  readonly isNothingPlanned: boolean;
}

/** Events under way and to come; then, under a heading, past events. */
export function EventList({ current, past, isNothingPlanned }: EventListProps) {
  return (
    <>
      {isNothingPlanned ? (
        <p className={line}>
          {eventsPage.nothingPlanned}{' '}
          <PageLink to="/#newsletter" className={inlineLink}>
            {eventsPage.hearOfNext}
          </PageLink>
          .
        </p>
      ) : null}
      {current.length > 0 ? (
        <ol className={list}>
          {current.map((event, index) => (
            <EventCard key={event.slug} event={event} index={index} />
          ))}
        </ol>
      ) : null}
      {past.length > 0 ? (
        <>
          <h2 className={pastTitle}>{eventsPage.pastTitle}</h2>
          <ol className={list}>
            {past.map((event, index) => (
              <EventCard key={event.slug} event={event} index={current.length + index} isPast />
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

const line = css`
  padding-bottom: 16px;
`;

const pastTitle = css`
  padding-block: 32px 24px;
  font: 600 1.75rem / 1.2 var(--display);
`;
