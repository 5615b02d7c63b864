import { eventsTexts } from '#shared/content/events-texts.ts';
import type { EventSummary } from '#shared/events/event.ts';
import type { ArrangedEvents } from '#shared/events/phase.ts';
import { pageSizes } from '#shared/paging.ts';
import { css } from '../../styles/css.ts';
import { EventCard } from './event-card.tsx';

interface EventListProps extends ArrangedEvents<EventSummary> {
  /** Whether to hide the heading of past events visually, because the count above says that all events are past. */
  readonly hidesPastTitle: boolean;
  /** The current year: cards name any other year. */
  readonly year: string;
  /** The shown time in milliseconds. */
  readonly now: number;
}

/** Current and upcoming events, then past events under a heading. */
export function EventList({ current, past, year, now, hidesPastTitle }: EventListProps) {
  const cards = [...current, ...past].map((event, index) => (
    <EventCard
      key={event.slug}
      event={event}
      year={year}
      now={now}
      index={index}
      isPast={index >= current.length}
    />
  ));
  return (
    <>
      {current.length > 0 ? (
        <ol role="list" className={list}>
          {cards.slice(0, current.length)}
        </ol>
      ) : null}
      {past.length > 0 ? (
        <>
          <h2 className={hidesPastTitle ? 'visually-hidden' : pastTitle}>
            {eventsTexts.pastTitle}
          </h2>
          <ol role="list" className={list}>
            {cards.slice(current.length)}
          </ol>
        </>
      ) : null}
    </>
  );
}

/**
 * Items appear one after the other: the first at once, each further item one `--stagger-time` later (specification,
 * section 9). The content security policy allows no style attribute with the index.
 */
const stagger = Array.from({ length: pageSizes.events - 1 }, (_, index) => {
  const delay = `animation-delay:calc(var(--stagger-time)*${index + 1})`;
  return `>li:nth-child(${index + 2}){${delay}}`;
}).join('');

const list = css`
  @media (prefers-reduced-motion: no-preference) {
    ${stagger}
  }
`;

const pastTitle = css`
  padding-block: 24px 16px;
  font: 600 min(1.75rem, 12.5vw) / 1.2 var(--display);
`;
