import { type LineAnimation, pale } from '../../drawings/line-animations.ts';
import { css } from '../../styles/css.ts';

/** Draws the line up to the scroll position. */
export const drawnByReading: LineAnimation = {
  below: pale,
  above: css`
    @media (prefers-reduced-motion: no-preference) {
      @supports (animation-timeline: scroll()) {
        animation: down linear both;
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
    @keyframes complete {
      99% {
        visibility: hidden;
      }
      to {
        visibility: visible;
      }
    }
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
};

/**
 * Marks the text that `drawnByReading` follows: the line is empty while the text begins at the top of the window, and
 * complete when its end is in the middle. Browsers without `timeline-scope` use the whole page.
 */
export const readText = css`
  view-timeline: --text;
  view-timeline-inset: 6rem 50%;
  html:has(&) {
    timeline-scope: --text;
  }
`;
