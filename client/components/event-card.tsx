import { memo } from 'react';
import { type EventSummary, formatPlace } from '#shared/events/event.ts';
import { formatDate, formatLeaf, formatTimeRange } from '#shared/format.ts';
import { css, cx } from '../styles/css.ts';
import { inColumns, narrow, phone, wide } from '../styles/layout.ts';
import { quietButton } from './button.tsx';
import { Emblem, getLineColour } from './emblem.tsx';
import { EventNotices } from './event-notices.tsx';
import { Photograph } from './photograph.tsx';
import { Tags } from './tag.tsx';

/** The button that opens an event's details: the focus returns to it. */
export function findDetailsButton(slug: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`button[name=event][value="${slug}"]`);
}

/** The event whose details a button opens. */
export function findSlug(target: EventTarget | null): string | undefined {
  const isButton = target instanceof HTMLButtonElement && target.name === 'event';
  return isButton ? target.value : undefined;
}

interface EventCardProps {
  readonly event: EventSummary;
  /** Index in the list: the emblems' colours alternate. */
  readonly index: number;
  /** The year now: the leaf says another one. */
  readonly year: string;
  /** Under the heading that says so: smaller and quieter, and its leaf always says the year. */
  readonly isPast?: boolean;
}

/**
 * A calendar leaf, the event in words, and its emblem. Memoized and without handlers, so that another selection
 * renders only the new cards.
 */
export const EventCard = memo(function EventCard({
  event,
  index,
  year,
  isPast = false,
}: EventCardProps) {
  const { title, slug, startAt, tags, summary, photograph, photoAlt = '' } = event;
  const leaf = formatLeaf(startAt);
  const Title = isPast ? 'h3' : 'h2';
  return (
    <li className={cx(eventItem, isPast && pastItem)}>
      <article className={row} aria-labelledby={slug}>
        <div className={cx(calendarLeaf, isPast && pastLeaf)} aria-hidden="true">
          <p>
            <span className={month}>
              {isPast || !startAt.startsWith(year)
                ? `${leaf.month} ${startAt.slice(0, 4)}`
                : leaf.month}
            </span>{' '}
            <span className={weekday}>{leaf.weekday}</span>
          </p>
          <div className={cx(day, isPast && pastDay)}>{leaf.day}</div>
        </div>
        <div className={cx(words, isPast && pastWords)}>
          <Tags tags={tags} />
          <Title id={slug}>{title}</Title>
          {isPast ? null : <EventNotices event={event} />}
          <p>{summary}</p>
          <EventTimes event={event} />
          <DetailsButton slug={slug} />
        </div>
        {isPast ? (
          <Emblem seed={slug} colour="control" isInFile className={cx(image, pastImage)} />
        ) : photograph ? (
          <Photograph className={image} photograph={photograph} frame="card" alt={photoAlt} />
        ) : (
          // Only the first emblem is in the HTML: the others are below the window.
          <Emblem
            seed={slug}
            colour={getLineColour(index)}
            isInFile={index > 0}
            className={image}
          />
        )}
      </article>
    </li>
  );
});

/** Date, times and place. The zone is named where it is not the network's own. */
function EventTimes({ event }: { readonly event: EventSummary }) {
  const { startAt, endAt, zone } = event;
  const times = formatTimeRange(startAt, endAt);
  return (
    <p className={facts}>
      <time dateTime={startAt}>{formatDate(startAt)}</time>{' '}
      <span>{zone ? `${times} ${zone}` : times}</span> <span>{formatPlace(event)}</span>
    </p>
  );
}

/** Opens the details of an event, in the form around the list. */
function DetailsButton({ slug }: { readonly slug: string }) {
  return (
    <button
      type="submit"
      name="event"
      value={slug}
      className={cx(quietButton, details)}
      aria-haspopup="dialog"
      aria-describedby={slug}
    >
      View Details
    </button>
  );
}

/** It moves and is never hidden. The list decides when it starts (`formatStagger`). */
const eventItem = css`
  border-bottom: 1px solid var(--hairline);
  padding-block: clamp(28px, 3.4vw, 48px);
  &:first-of-type {
    padding-top: 12px;
  }
  overflow-anchor: none; /* Otherwise a reload restores its position by a card that is rising: 24 px off. */
  @media (prefers-reduced-motion: no-preference) {
    animation: rise var(--rise-time) ease-out backwards;
  }
  @media print {
    break-inside: avoid; /* and it still has its animation, or it would rise again after it */
  }
`;

const row = css`
  position: relative;
  ${wide} {
    display: grid;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: var(--gap);
    align-items: start;
  }
`;

const calendarLeaf = css`
  padding: 16px 20px 0;
  border: 1px solid var(--hairline);
  background: var(--card);
  ${wide} {
    grid-column: 1 / span 3;
    max-width: 268px;
    min-height: min(224px, 56px + 11.67vw); /* the day and what is above it */
  }
  ${narrow} {
    display: flex;
    flex-direction: row-reverse;
    justify-content: flex-end;
    align-items: center;
    gap: 16px;
    min-height: 116px;
    padding: 0 12px;
  }
  p {
    position: relative;
    z-index: 1;
    line-height: 1.4;
    ${wide} {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      column-gap: 8px;
      padding-bottom: 6px;
      border-bottom: 2px solid currentColor;
    }
    ${narrow} {
      display: grid;
      /* While the day at its left has not arrived yet. */
      &:not(:has(+ div)) {
        display: none;
      }
    }
  }
  /* In forced colours the system paints a box behind the day, which must not touch the border. Firefox paints it also
     where the day itself clips. */
  @media (forced-colors: active) {
    overflow: clip;
  }
`;

const month = css`
  font-weight: 600;
  font-size: 1.125rem;
`;

const weekday = css`
  font-size: min(1.0625rem, 9vw); /* 320 px at 200 % */
  color: var(--muted);
`;

const day = css`
  padding-top: 0.28em;
  color: var(--action);
  font: 800 clamp(100px, 10.8vw, 156px) / 0.8 var(--display); /* as wide as the leaf, whatever the size of text */
  font-variant-numeric: lining-nums;
  letter-spacing: -0.02em;
  margin-inline-start: -0.03em;
  ${narrow} {
    padding-top: 0.22em;
    font-size: min(6.25rem, 31.25vw);
  }
`;

const words = css`
  ${inColumns('4 / span 6')};
  h2 {
    margin-block: 12px;
    font: 700 clamp(1.75rem, 3.35vw, 3rem) / 1.05 var(--display);
    letter-spacing: -0.02em;
  }
  ${narrow} {
    margin-top: 16px;
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
    flex-flow: column; /* without wrap, which would make it as wide as its longest word */
  }
`;

const details = css`
  margin-top: 20px;
  ${phone} {
    width: 100%;
  }
`;

/** The place of a picture beside the words, where there is room. */
export const besideWords = css`
  ${wide} {
    grid-column: 10 / -1;
    place-self: center end;
    max-width: 236px;
  }
`;

/** Beside the words, or at the right end of the leaf on a phone. */
const image = css`
  ${besideWords};
  ${narrow} {
    position: absolute;
    top: 58px;
    inset-inline-end: 16px;
    width: min(96px, 100% - 255px); /* beside the widest day and "Wednesday" */
    translate: 0 -50%;
  }
  @media (width<=22em) {
    display: none;
  }
`;

/* Past events: the same leaf, words and emblem, smaller and without the colours of what invites. */

const pastItem = css`
  padding-block: clamp(24px, 2.8vw, 40px);
`;

const pastLeaf = css`
  background: none;
  ${wide} {
    max-width: 12.875rem;
    min-height: min(176px, 48px + 8.9vw);
    padding: 12px 16px 0;
  }
  ${narrow} {
    min-height: 76px;
  }
  span {
    font-size: min(1rem, 9vw);
  }
`;

const pastDay = css`
  color: var(--muted);
  font-size: clamp(96px, 8.3vw, 120px);
  ${narrow} {
    font-size: min(4rem, 20vw);
  }
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
  ${narrow} {
    top: 38px;
    width: min(64px, 100% - 255px);
  }
`;
