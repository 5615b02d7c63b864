import type { ReactNode } from 'react';
import { css, cx } from '../styles/css.ts';
import { headerNarrow, headerWide, invisible } from '../styles/grid.ts';
import { Line, type LineProps } from './line.tsx';

/** The view box of a line down a narrow window: 4 × 6 dots. */
export const narrowViewBox = '-6 -6 268 396';

type Drawing = Omit<LineProps, 'fade' | 'className'>;

interface WindowLineProps {
  /** The drawing across a wide window, or one for each of the ranges below 1600, below 2240 and from 2240 px. */
  readonly across: readonly [Drawing] | readonly [Drawing, Drawing, Drawing];
  /** The drawing down a narrow window. CSS shows `across` or `down`. */
  readonly down: Drawing;
  /** The content of the clearing; the caller sets its position. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A line from one edge of the window to the other, with a clearing for important content. */
export function WindowLine({ across, down, children, className }: WindowLineProps) {
  return (
    <div className={cx(box, className)}>
      {across.map((drawing, index) => (
        <Line
          key={drawing.name}
          {...drawing}
          className={cx(wideOnly, across.length > 1 && ranges[index])}
        />
      ))}
      <Line {...down} className={narrowOnly} />
      {children}
    </div>
  );
}

const box = css`
  position: relative;
  overflow-x: clip;
  > svg {
    width: 100%;
  }
  ${headerNarrow} {
    width: min(100%, 440px);
    margin-inline: auto;
  }
`;

/** The gap of the line, in percent of the drawing. In a wide window the caller sets its horizontal position. */
export const clearing = css`
  position: absolute;
  display: grid;
  top: 25%;
  height: 50%;
  ${headerNarrow} {
    left: 25%;
    width: 50%;
    top: 17.2%;
    height: 16.7%;
  }
`;

const wideOnly = css`
  ${headerNarrow} {
    ${invisible};
  }
`;

export const from1600 = '@media (width>=100em)';
export const from2240 = '@media (width>=140em)';

const ranges = [
  css`
    ${from1600} {
      ${invisible};
    }
  `,
  css`
    @media (width<100em),(width>=140em) {
      ${invisible};
    }
  `,
  css`
    @media (width<140em) {
      ${invisible};
    }
  `,
];

const narrowOnly = css`
  --line-width: 5;
  ${headerWide} {
    ${invisible};
  }
`;
