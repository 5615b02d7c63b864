import { memo } from 'react';
import type { EventSummary } from '#shared/events/event.ts';
import { formatLeaf } from '#shared/format.ts';
import { css, cx } from '../styles/css.ts';
import { inColumns, narrow, wide } from '../styles/layout.ts';
import { DetailsButton, EventTimes, eventItem, formatLeafMonth } from './event-card.tsx';
import { Tags } from './tag.tsx';

interface PastEventProps {
  readonly event: EventSummary;
  /** The year now: the date says another one. */
  readonly year: string;
}

/** A past event: everything that a card says, in a compact row. The heading above it says that it is past. */
export const PastEvent = memo(function PastEvent({ event, year }: PastEventProps) {
  const { title, slug, startAt, tags, summary } = event;
  const { day, weekday } = formatLeaf(startAt);
  return (
    <li className={cx(eventItem, compact)}>
      <article className={row} aria-labelledby={slug}>
        <p className={date} aria-hidden="true">
          <span>{day}</span>{' '}
          <span>
            {formatLeafMonth(startAt, year)}
            <br />
            {weekday}
          </span>
        </p>
        <div className={words}>
          <h3 id={slug}>{title}</h3>
          <Tags tags={tags} />
          <p>{summary}</p>
          <EventTimes event={event} />
        </div>
        <DetailsButton slug={slug} className={button} />
      </article>
    </li>
  );
});

const compact = css`
  padding-block: 24px;
`;

const row = css`
  ${wide} {
    display: grid;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: var(--gap);
    align-items: start;
  }
`;

const date = css`
  display: flex;
  gap: 12px;
  align-items: center;
  line-height: 1.35;
  color: var(--muted);
  ${inColumns('1 / span 3')};
  > :first-child {
    padding-top: 0.22em;
    color: var(--action);
    font: 800 clamp(3rem, 5vw, 4.5rem) / 0.8 var(--display);
    font-variant-numeric: lining-nums tabular-nums;
    letter-spacing: -0.02em;
  }
  @media (forced-colors: active) {
    overflow: clip;
  }
`;

const words = css`
  display: grid;
  gap: 8px;
  ${inColumns('4 / span 6')};
  ${narrow} {
    margin-top: 12px;
  }
  /* The times, in one line with the tags above them. */
  p + p {
    margin-top: 0;
  }
`;

const button = css`
  ${wide} {
    grid-column: 10 / -1;
    place-self: center end;
  }
  ${narrow} {
    margin-top: 16px;
  }
`;
