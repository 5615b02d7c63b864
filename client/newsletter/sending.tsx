import { markLine } from '#shared/kolam/mark-line.ts';
import { css } from '../styles/css.ts';

/** The label of a button while its form is being sent: the mark, animated once, and the word. */
export function Sending() {
  return (
    <>
      <svg viewBox={markLine.viewBox} aria-hidden="true">
        <defs>
          <path id="sending" d={markLine.path} pathLength={1000} />
        </defs>
        <use href="#sending" />
        <use href="#sending" />
      </svg>
      <span>Sending</span>
    </>
  );
}

/** Of the button, which the server renders: so the page has the rules before its form is sent. */
export const sendingButton = css`
  svg {
    flex: none;
    width: 30px;
    overflow: visible;
    fill: none;
    stroke: currentColor;
    stroke-width: 11;
  }
  use:first-of-type {
    opacity: 0.3;
  }
  use:last-of-type {
    stroke-dasharray: 580 1000;
    @media (prefers-reduced-motion: no-preference) {
      animation: draw var(--draw-time) ease-out backwards;
    }
  }
`;
