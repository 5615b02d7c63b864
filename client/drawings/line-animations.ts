import { css } from '../styles/css.ts';

/** The classes of the two copies of a line: a pale one below, and an animated one above it. */
export interface LineAnimation {
  readonly below: string;
  readonly above: string;
  /** The class of the dot at the end of the line, which is shown when the line is complete. */
  readonly end?: string;
}

export const pale = css`
  stroke: var(--line-pale);
  @media (forced-colors: active) {
    && {
      stroke: GrayText;
    }
  }
`;

/** Uncovers the line once, from the headline to the edge of the window. */
export const uncoveredOnce: LineAnimation = {
  below: pale,
  above: css`
    @media (prefers-reduced-motion: no-preference) {
      animation: across 900ms cubic-bezier(0.4, 0, 0.3, 1) backwards;
    }
  `,
};

/** Draws the line once. */
export const drawnOnce: LineAnimation = {
  below: pale,
  above: css`
    stroke-dasharray: 1001; /* one more than the path, otherwise there is a slit between its ends */
    @media (prefers-reduced-motion: no-preference) {
      animation: draw var(--draw-time) ease-in-out backwards;
    }
  `,
};
