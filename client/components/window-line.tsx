import type { ReactNode } from 'react';
import { css, cx } from '../styles/css.ts';
import { headerNarrow } from '../styles/layout.ts';
import { Line, type LineProps } from './line.tsx';

export const heroNarrow = {
  viewBox: '-6 -6 268 396',
  dots: 'M32 32h193M32 96h1m191 0h1M32 160h193M32 224h193M32 288h193M32 352h193',
};

interface WindowLineProps {
  /** Across a wide window, and down a narrow one, where the drawing is always the same; CSS shows one of the two. */
  readonly across: Pick<LineProps, 'outline' | 'name' | 'grows' | 'gap'>;
  readonly down: Pick<LineProps, 'grows' | 'gap'>;
  /** Instead of `across` from 1600 px: it has the same size in every window, which cuts it at both edges. */
  readonly beyond?: Pick<LineProps, 'outline' | 'name' | 'grows' | 'fade'>;
  /** The content of the clearing, which the caller places. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** The line from one edge of the window to the other, with a clearing for important content. */
export function WindowLine({ across, down, beyond, children, className }: WindowLineProps) {
  return (
    <div className={cx(box, className)}>
      <Line {...across} className={cx(wideOnly, beyond && upTo1600)} />
      {beyond ? <Line {...beyond} className={from1600} /> : null}
      <Line
        {...down}
        outline={heroNarrow}
        name="hero-narrow"
        direction="down"
        className={narrowOnly}
      />
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

/** The gap of the line, in percent of the drawing. The caller sets where it is across a wide window. */
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

/* Only on the screen: a drawing that is removed for print would be drawn again after it. */
const wideOnly = css`
  @media (width>=100em) {
    --line-width: 3.7;
  }
  @media screen and (width<35em),screen and (width<48em) and (height>30em) {
    display: none;
  }
`;

const upTo1600 = css`
  @media screen and (width>=100em) {
    display: none;
  }
`;

/** 1.5 px a unit. Its clearing begins at its column 18 of 50, and so at the left edge of the column box. */
const from1600 = css`
  display: none;
  @media (width>=100em) {
    display: block;
    --line-width: 4.4;
    && {
      width: 4800px;
      max-width: none;
      margin-inline: calc(50% - 2400px);
    }
  }
`;

const narrowOnly = css`
  --line-width: 5;
  @media screen and (width>=48em),screen and (width>=35em) and (height<=30em) {
    display: none;
  }
`;
