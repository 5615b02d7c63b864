import { css } from '../../styles/css.ts';
import { screenOnly } from '../../styles/grid.ts';

/** The arrow after a text link that stays on this site. */
export function LongArrow() {
  return (
    <svg className={arrow} viewBox="0 0 26 12" aria-hidden="true">
      <path d="M0 6h25M20 1l5 5-5 5" />
    </svg>
  );
}

const arrow = css`
  ${screenOnly};
  flex: none;
  width: 26px;
  height: 12px;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
`;
