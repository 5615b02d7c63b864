import { memo } from 'react';
import { formatDate, formatTimeRange } from '#shared/dates/format.ts';
import { type EventSummary, formatPlace } from '#shared/events/event.ts';
import { quietButton } from '../../components/button.tsx';
import { CalendarLeaf } from '../../components/calendar-leaf.tsx';
import { Photograph } from '../../components/photograph.tsx';
import { Emblem, getLineColour } from '../../drawings/emblem.tsx';
import { css, cx } from '../../styles/css.ts';
import { inColumns, inEqualColumns, middle, narrow, phone, wide } from '../../styles/grid.ts';
import { EventNotices } from './event-notices.tsx';
import { Tags } from './tag.tsx';

/** Returns the button that opens the details of an event. The focus returns to it when they close. */
export function findDetailsButton(slug: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`button[name=event][value="${slug}"]`);
}

/** Returns the slug of the event if the target is a button that opens its details. */
export function findSlug(target: EventTarget | null): string | undefined {
  const isButton = target instanceof HTMLButtonElement && target.name === 'event';
  return isButton ? target.value : undefined;
}

interface EventCardProps {
  readonly event: EventSummary;
  /** Index in the list. The colours of the emblems alternate. */
  readonly index: number;
  /** The current year: the leaf names any other year. */
  readonly year: string;
  /** The shown time in milliseconds. A query in each card would render all cards again for each selection. */
  readonly now: number;
  /** Whether the event is past: then the card is smaller, the day is muted, and the leaf names the year. */
  readonly isPast?: boolean;
}

/**
 * A calendar leaf, the text of the event, and its emblem. Memoized and without handlers, so that a new selection
 * renders only new cards.
 */
export const EventCard = memo(function EventCard({
  event,
  index,
  year,
  now,
  isPast = false,
}: EventCardProps) {
  const { title, slug, startAt, endAt, zone, tags, summary, photograph, photoAlt = '' } = event;
  const times = formatTimeRange(startAt, endAt);
  const buttonId = `_${slug}`; // no slug can start with `_`
  const Title = isPast ? 'h3' : 'h2';
  return (
    <li className={cx(eventItem, isPast && pastItem)}>
      <article className={eventRow} aria-labelledby={slug}>
        <CalendarLeaf
          startAt={startAt}
          withYear={isPast || !startAt.startsWith(year)}
          className={cx(isPast && cx(smallLeaf, pastLeaf), leafColumns)}
          {...(isPast && { dayClassName: pastDay })}
        />
        <div className={cx(besideLeaf, isPast && pastWords)}>
          <Tags tags={tags} />
          <Title id={slug}>{title}</Title>
          {isPast ? null : <EventNotices event={event} now={now} />}
          <p>{summary}</p>
          <p className={facts}>
            <time dateTime={startAt}>{formatDate(startAt)}</time>{' '}
            <span>{zone ? `${times} ${zone}` : times}</span> <span>{formatPlace(event)}</span>
          </p>
          {/* In the form around the list. Its accessible name contains the event's title. */}
          <button
            type="submit"
            name="event"
            value={slug}
            className={cx(quietButton, details)}
            aria-haspopup="dialog"
            id={buttonId}
            aria-labelledby={`${buttonId} ${slug}`}
          >
            View Details
          </button>
        </div>
        {photograph && !isPast ? (
          <Photograph className={image} photograph={photograph} slot="card" alt={photoAlt} />
        ) : (
          // Only the emblem of the first upcoming event is in the HTML: the others are below the window.
          <Emblem
            seed={slug}
            colour={getLineColour(index)}
            isInFile={isPast || index > 0}
            className={cx(image, isPast && pastImage)}
          />
        )}
      </article>
    </li>
  );
});

/** An item moves, but is never hidden. The list sets the delay (`event-list.tsx`). */
const eventItem = css`
  border-bottom: 1px solid var(--hairline);
  padding-block: clamp(28px, 3.4vw, 48px);
  &:first-of-type {
    padding-top: 12px;
  }
  /* Hover and focus of the button make the line about a pixel thicker. */
  &:has(button:is(:hover, :focus-visible)) article > svg {
    --line-width: 8;
  }
  overflow-anchor: none; /* Otherwise a reload restores the scroll position by a rising card, which is 24 px lower. */
  @media (prefers-reduced-motion: no-preference) {
    animation: rise var(--rise-time) ease-out backwards;
  }
`;

/** The leaf at the left with the words beside it; on a phone they are below it. */
export const eventRow = css`
  position: relative;
  ${middle} {
    display: grid;
    grid-template: auto 1fr / repeat(6, minmax(0, 1fr));
    column-gap: var(--gap);
  }
  ${wide} {
    ${inEqualColumns(12)};
    align-items: start;
  }
`;

/** The width of the leaf of a past event, and of the leaf without a date above it. */
export const smallLeaf = css`
  max-width: 12.875rem;
  ${narrow} {
    max-width: none;
  }
`;

/** The leaf of a past event: smaller, with a muted day. */
const pastLeaf = css`
  min-height: min(176px, 48px + 8.9vw);
  padding: 12px 16px 0;
  ${phone} {
    min-height: 76px;
    padding: 0 12px;
  }
  span {
    font-size: min(1rem, 9vw);
  }
`;

const pastDay = css`
  color: var(--muted);
  font-size: clamp(96px, 8.3vw, 120px);
  ${phone} {
    font-size: min(4rem, 20vw);
  }
`;

export const leafColumns = css`
  ${middle} {
    grid-column: 1 / span 2;
    max-width: calc(100% - 8px);
  }
  ${inColumns('1 / span 3')};
`;

export const besideLeaf = css`
  ${phone} {
    margin-top: 16px;
  }
  ${middle} {
    grid-area: 1 / 3 / span 2 / -1;
  }
  ${inColumns('4 / span 6')};
  h2 {
    margin-block: 12px;
    font: 700 clamp(min(1.75rem, 12vw), 3.35vw, 3rem) / 1.05 var(--display);
    letter-spacing: -0.02em;
  }
`;

const facts = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 28px;
  margin-top: 16px;
  font-weight: 500;
  max-width: none;
  ${phone} {
    flex-flow: column; /* no wrap: it would make this as wide as the longest word */
  }
`;

const details = css`
  margin-top: 20px;
  ${phone} {
    width: 100%;
  }
`;

/** The column of a picture beside the words, if there is space. */
export const besideWords = css`
  ${middle} {
    grid-column: 5 / -1;
    place-self: center end;
  }
  ${wide} {
    grid-column: 10 / -1;
    place-self: center end;
    max-width: 236px;
  }
`;

/** The picture is beside the text, on medium widths below the leaf, on a phone at the right end of the leaf. */
const image = css`
  ${besideWords};
  ${wide} {
    align-self: start;
  }
  ${middle} {
    grid-area: 2 / 1 / auto / span 2;
    place-self: end start;
    max-width: 7.5rem;
    margin-top: 16px;
  }
  ${phone} {
    position: absolute;
    top: 58px;
    inset-inline-end: 16px;
    width: calc(100% - 255px); /* beside the widest day and "Wednesday" */
    max-width: 96px;
    transform: translateY(-50%);
  }
  @media (width<=22em) {
    display: none;
  }
`;

/* Past events: text and emblem are smaller. */

const pastItem = css`
  padding-block: clamp(24px, 2.8vw, 40px);
`;

const pastWords = css`
  h3 {
    margin-block: 12px 8px;
  }
`;

const pastImage = css`
  ${wide} {
    max-width: 180px;
  }
  ${phone} {
    top: 38px;
    max-width: 64px;
  }
`;
