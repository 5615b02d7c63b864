import { css } from '../styles/css.ts';

/** The classes of the two copies of a line: a pale one, and the one that grows above it. */
export interface Growth {
  readonly below: string;
  readonly above: string;
}

const pale = css`
  stroke: var(--line-pale);
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
      }
      @media print {
        animation: none;
      }
    `,
  },
} as const satisfies Readonly<Record<string, Growth>>;
