import { css } from '../styles/css.ts';

/** The stroke of every line; forced colours replace the colour. */
export const line = css`
  fill: none;
  stroke-width: var(--line-width, 4.5);
  stroke-linejoin: round;
  @media (forced-colors: active) {
    path,
    use {
      stroke: CanvasText;
    }
  }
`;

export const dots = css`
  stroke: var(--dot);
  stroke-width: var(--dot-width, 9);
  stroke-dasharray: 0 64; /* one dot in each cell */
  stroke-linecap: round;
  @media (forced-colors: active) {
    stroke: Highlight !important;
  }
`;
