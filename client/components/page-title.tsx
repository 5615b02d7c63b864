import type { ReactNode } from 'react';
import { formatOutline, type OpeningName, openings } from '#shared/kolam/openings.ts';
import { Line } from '../drawings/line.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, inSixColumns, lead, phone, screenOnly } from '../styles/grid.ts';

interface PageTitleProps {
  readonly title: string;
  /** The line from the end of the headline to the edge of the window, see `openings.ts`. */
  readonly line?: OpeningName;
  readonly lead?: string;
  /** The column in which the page's text and its first sentence begin. */
  readonly from?: 4 | 5 | 6;
  /** A second sentence, with a link. Not on paper. */
  readonly children?: ReactNode;
}

/** The h1 begins at column 1, the sentence below it where the text column begins. */
export function PageTitle({ title, line, lead: sentence, from = 4, children }: PageTitleProps) {
  return (
    <div className={clip}>
      <div className={cx(columns, box)}>
        <div className={headline}>
          <h1>{title}</h1>
          {line ? (
            <div className={rest}>
              <Line outline={formatOutline(openings[line])} name={line} />
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
  overflow-x: clip;
`;

/** As wide as its words. */
const headline = css`
  position: relative;
  width: fit-content;
  grid-column: 1 / -1;
`;

/**
 * What the headline leaves of the frame: nothing where it wraps. The line goes on to the edge of the window, and takes
 * no room: it never moves the words below. It follows the headline by `translate`, not by its layout, which counts as
 * stable while our font arrives. (In `width`, 100% is the headline's width, and in `translate` its own.)
 */
const rest = css`
  position: absolute;
  top: 50%;
  width: calc(100cqi - 100%);
  translate: calc(100cqi - 100%);
  container-type: inline-size;
  --line-width: 5.5;
  ${screenOnly};
  svg {
    display: none;
    position: absolute;
    left: var(--gap);
    translate: 0 -50%;
    /* Cut by the edge of the window, also beside a long headline, where it is larger. */
    min-width: calc(100% - var(--gap) + var(--side) + var(--outer) + 8px);
    min-height: 2.25rem;
    max-width: none;
  }
  @container (width >= 5em) {
    svg {
      display: block;
    }
  }
  /* What is left there is a scrap of it. */
  ${phone} {
    display: none;
  }
`;

const box = css`
  container-type: inline-size;
  padding-block: clamp(40px, 5.6vw, 80px) clamp(32px, 3.9vw, 56px);
  p {
    position: relative; /* above the ground that forced colours put behind the tall headline */
    margin-top: clamp(16px, 1.7vw, 24px);
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
    ${inSixColumns('2 / -1')};
    ${inColumns('5 / span 6')};
  `,
  6: css`
    ${inColumns('6 / span 6')};
  `,
};
