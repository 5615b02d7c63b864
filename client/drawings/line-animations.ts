import { css } from '../styles/css.ts';

/** The classes of the two copies of a line: a pale one, and the one that is animated above it. */
export interface LineAnimation {
  readonly below: string;
  readonly above: string;
  /** Of the dot at the end of the line, which is shown when the line is complete. */
  readonly end?: string;
}

/** The copy below. */
export const pale = css`
  stroke: var(--line-pale);
  @media (forced-colors: active) {
    && {
      stroke: GrayText;
    }
  }
`;

/** Draws the line once. A module of its own, because most pages show lines that stand still. */
export const drawnOnce: LineAnimation = {
  below: pale,
  above: css`
    stroke-dasharray: 1001; /* one more than the path, otherwise its ends show a slit */
    @media (prefers-reduced-motion: no-preference) {
      animation: draw var(--draw-time) ease-in-out backwards;
    }
  `,
};
