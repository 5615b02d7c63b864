import { type ReactNode, useState } from 'react';
import { formatOutline, type OpeningName, openings } from '#shared/kolam/openings.ts';
import { Line } from '../drawings/line.tsx';
import { uncoveredOnce } from '../drawings/line-animations.ts';
import { useHydrated } from '../hydrated.ts';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, lead, phone, screenOnly } from '../styles/grid.ts';

interface PageTitleProps {
  readonly title: string;
  /** The drawn line between the end of the headline and the edge of the window, see `openings.ts`. */
  readonly line?: OpeningName;
  readonly lead?: string;
  /** The first column of the lead, which is also that of the text of the page. */
  readonly from?: 4 | 5 | 6;
  /** A second sentence, with a link. Not printed. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/**
 * The h1 starts in column 1. The sentence below it starts in the same column as the text of the page. The line is drawn
 * when the document loads, and complete after a click within the site.
 */
export function PageTitle({
  title,
  line,
  lead: sentence,
  from = 4,
  children,
  className,
}: PageTitleProps) {
  const [isFromServer] = useState(!useHydrated());
  return (
    <div className={cx(clip, className)}>
      <div className={cx(columns, box)}>
        <div className={headline}>
          <h1>{title}</h1>
          {line ? (
            <div className={rest}>
              <Line
                outline={formatOutline(openings[line])}
                name={line}
                {...(isFromServer && { animation: uncoveredOnce })}
              />
            </div>
          ) : null}
        </div>
        {sentence ? <p className={cx(lead, leadColumns[from])}>{sentence}</p> : null}
        {children ? <p className={cx(leadColumns[from], second)}>{children}</p> : null}
      </div>
    </div>
  );
}

const clip = css`
  overflow-x: hidden; /* Safari before 16 */
  overflow-x: clip;
`;

const headline = css`
  position: relative;
  width: fit-content;
  grid-column: 1 / -1;
`;

/**
 * The space between the end of the headline and the right edge of the container; none if the headline wraps. The line
 * in it extends to the edge of the window. It is positioned absolutely, so that it never moves the text below. When our
 * font loads and changes the width of the headline, only `translate` changes, which does not count as a layout shift.
 * (100% is the width of the headline in `width`, and the width of this box in `translate`.)
 */
const rest = css`
  position: absolute;
  top: 50%;
  width: calc(100cqi - 100%);
  translate: calc(100cqi - 100%);
  container-type: inline-size;
  --line-width: 5.5;
  svg {
    visibility: hidden;
    position: absolute;
    left: var(--gap);
    translate: 0 -50%;
    /* Reaches beyond the edge of the window. The minimum height makes it wider beside a long headline. */
    min-width: calc(100% - var(--gap) + var(--side) + var(--outer) + 8px);
    min-height: 2.25rem;
    max-width: none;
  }
  /* Hidden, but not removed: as in grid.ts. Browsers without container queries show no line. */
  @container (width >= 5em) {
    svg {
      visibility: visible;
    }
  }
  /* There is too little space left for the drawing. */
  ${phone} {
    svg {
      visibility: hidden;
    }
  }
`;

const box = css`
  container-type: inline-size;
  padding-block: clamp(40px, 5.6vw, 80px) clamp(32px, 3.9vw, 56px);
  p {
    position: relative; /* above the box that forced colours paint behind the tall headline */
    margin-top: 20px;
  }
`;

const second = css`
  text-wrap: balance;
  ${screenOnly};
`;

const leadColumns = {
  4: css`
    ${inColumns('4 / span 6')};
  `,
  5: css`
    ${inColumns('5 / span 6', '2 / -1')};
  `,
  6: css`
    ${inColumns('6 / span 6')};
  `,
};
