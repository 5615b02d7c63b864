import type { ReactNode } from 'react';
import { closing } from '#shared/content/closing.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatPlace } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import type { WithNextEvent } from '#shared/events/next-event.ts';
import { formatDrawingPath, lineId, nameClosing } from '#shared/kolam/drawing-files.ts';
import { usePage } from '../data/page-query.ts';
import { Line } from '../drawings/line.tsx';
import { Reveal } from '../motion/reveal.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, screenOnly, section, wide } from '../styles/grid.ts';
import { InviteLink, inlineLink, textLink } from './button.tsx';
import { PageLink } from './page-link.tsx';
import { surface } from './surfaces.ts';

export const closingLine = {
  viewBox: '-4 -4 1540 264',
  dots: 'M32 32h1473M32 96h65m383 0h1025M32 160h65m383 0h1025M32 224h1473',
};

interface ClosingBandProps extends WithNextEvent {
  /** More content for the end of a page. */
  readonly children?: ReactNode;
}

/** The end of a page: the invitation in a gap of the drawn line, and links to other pages, never to the page itself. */
export function ClosingBand({ next, children }: ClosingBandProps) {
  const { id } = usePage();
  return (
    <Reveal className={cx(surface, section, band)}>
      <div className={columns}>
        <div className={words}>
          <h2>{closing.titles[id] ?? closing.title}</h2>
          <p>{closing.text}</p>
          {next ? (
            <p>
              {closing.nextEvent}{' '}
              <PageLink
                to={formatEventsUrl({ ...plainQuery, event: next.slug })}
                className={inlineLink}
              >
                {next.title}
              </PageLink>
              , <time dateTime={next.startAt}>{formatDate(next.startAt)}</time>
              {`, ${formatPlace(next)}.`}
            </p>
          ) : null}
          <p className={links}>
            {id === 'about' ? null : (
              <PageLink to="/about#people" className={textLink}>
                {closing.people}
              </PageLink>
            )}{' '}
            {id === 'investor-faq' ? null : (
              <PageLink to="/investor-faq" className={textLink}>
                View FAQ
              </PageLink>
            )}
          </p>
        </div>
        <div className={drawing}>
          <Line
            outline={closingLine}
            name="closing"
            href={`${formatDrawingPath(nameClosing(id))}#${lineId}`}
            fade={[0.15, 0.5]}
          />
          <p>
            <InviteLink small />
          </p>
        </div>
        {children}
      </div>
    </Reveal>
  );
}

/** The line extends beyond the right edge of the window. The band is clipped in the x direction, the page never is. */
const band = css`
  overflow-x: clip;
`;

const words = css`
  ${inColumns('1 / span 6')};
  p {
    margin-top: 12px;
    text-wrap: balance;
  }
`;

const links = css`
  display: flex;
  flex-wrap: wrap;
  column-gap: 24px;
  ${screenOnly};
`;

/** All sizes are in cells of the drawing, so that the button has the same position in the drawing at every width. */
const drawing = css`
  --cell: min(2.5rem, 12vw);
  --line-width: 6; /* 4.5 px in a window 1440 px wide */
  --dot-width: 11;
  position: relative;
  margin-top: 24px;
  ${wide} {
    --cell: calc(var(--container) * 0.0333);
    grid-column: 8 / -1;
    align-self: center;
  }
  > svg {
    width: calc(var(--cell) * 24);
    max-width: none;
    ${screenOnly};
  }
  @media screen {
    p {
      position: absolute;
      inset: var(--cell) auto auto calc(var(--cell) * 2);
      display: grid;
      place-content: center;
      width: calc(var(--cell) * 5);
      height: calc(var(--cell) * 2);
    }
  }
`;
