import { home } from '#shared/content/home.ts';
import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { css } from '../styles/css.ts';
import { inColumns, narrow, screenOnly, wide } from '../styles/layout.ts';
import { LineGradient } from './line.tsx';
import { dots, line } from './line-style.ts';

export const threeItems = {
  viewBox: '-6 -6 332 1164',
  dots: 'M32 32v1089M96 32v1089M160 32v1089M224 32v1089M288 32v1089',
};

const rowsInWindow = 6;
const cell = 64; // units of the drawing

/**
 * One line from kolam to lattice passes all the items. The page contains it once, and each item shows six rows of it.
 * On wide windows the parts join without a gap; on a phone each item shows its own part.
 */
export function ThreeWindows() {
  const { items } = home.work;
  const [x = 0, y = 0, width = 0, height = 0] = threeItems.viewBox.split(' ').map(Number);
  const step = rowsInWindow * cell;
  return (
    <>
      <svg className={definitions} aria-hidden="true">
        <defs>
          <LineGradient id="work-gradient" direction="down" />
          <g id="work-line" className={line}>
            <use href={`${drawnFiles.lines}#three-items`} stroke="url(#work-gradient)" />
            <path className={dots} d={threeItems.dots} />
          </g>
        </defs>
      </svg>
      <ul className={list}>
        {items.map(({ title, text }, index) => {
          const top = index === 0 ? y : index * step;
          const bottom = index === items.length - 1 ? y + height : (index + 1) * step;
          return (
            <li key={title} className={item}>
              <svg
                viewBox={`${x} ${top} ${width} ${bottom - top}`}
                preserveAspectRatio="xMidYMid slice"
                aria-hidden="true"
              >
                <use href="#work-line" />
              </svg>
              <div className={words}>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const definitions = css`
  position: absolute;
  width: 0;
  height: 0;
`;

const list = css`
  ${inColumns('1 / -1')};
`;

const item = css`
  @media print {
    margin-bottom: 10pt;
  }
  ${wide} {
    display: grid;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: var(--gap);
  }
  svg {
    width: 100%;
    ${wide} {
      grid-column: 1 / span 3;
      width: min(236px, 100%);
    }
    ${narrow} {
      aspect-ratio: 332 / 126;
      max-width: 420px;
      margin: 28px 0 12px;
    }
    ${screenOnly};
  }
`;

const words = css`
  ${wide} {
    grid-column: 4 / -1;
    display: grid;
    grid-template-columns: subgrid;
    align-content: center;
    align-items: center;
    li:not(:last-child) > & {
      border-bottom: 1px solid var(--hairline);
    }
  }
  h3 {
    font: 700 clamp(1.75rem, 3.6vw, 3.25rem) / 1 var(--display);
    letter-spacing: -0.015em;
    ${inColumns('1 / span 5')};
  }
  p {
    margin-top: 8px;
    ${wide} {
      grid-column: 6 / -1;
      margin-top: 0;
    }
  }
`;
