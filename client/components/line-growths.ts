import { css } from '../styles/css.ts';

/** The classes of the two copies of a line: a pale one, and the one that grows above it. */
export interface Growth {
  readonly below: string;
  readonly above: string;
  /** Of the dot at the end of the line, which is shown when the line is complete. */
  readonly end?: string;
}

const pale = css`
  stroke: var(--line-pale);
  @media (forced-colors: active) {
    && {
      stroke: GrayText;
    }
  }
`;

/** The ways in which a line grows. A module of its own, because most pages show lines that stand still. */
export const growths = {
  once: {
    below: pale,
    above: css`
      stroke-dasharray: 1001; /* one more than the path, otherwise its ends show a slit */
      @media (prefers-reduced-motion: no-preference) {
        animation: draw var(--draw-time) ease-in-out backwards;
      }
    `,
  },
  withReading: {
    below: pale,
    above: css`
      @media (prefers-reduced-motion: no-preference) {
        @supports (animation-timeline: scroll()) {
          animation: read linear both;
          animation-timeline: scroll(root);
        }
        @supports (timeline-scope: --text) {
          animation-timeline: --text;
          animation-range: contain;
        }
      }
      @media print {
        animation: none;
      }
    `,
    end: css`
      visibility: hidden;
      stroke: var(--action);
      @media (prefers-reduced-motion: no-preference) {
        @supports (timeline-scope: --text) {
          animation: complete linear both;
          animation-timeline: --text;
          animation-range: contain;
        }
      }
      @media print {
        animation: none;
      }
    `,
  },
} as const satisfies Readonly<Record<string, Growth>>;

/**
 * The text whose reading a line shows (`withReading`): none of it while its first line is at the top of the window, all
 * of it when its last line is in the middle. Browsers without `timeline-scope` measure the whole page.
 */
export const readText = css`
  view-timeline: --text;
  view-timeline-inset: 6rem 50%;
  html:has(&) {
    timeline-scope: --text;
  }
`;
