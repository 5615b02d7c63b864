import { home } from '#shared/content/home.ts';
import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { edgeMask } from '../../components/surfaces.ts';
import { LineGradient } from '../../drawings/line.tsx';
import { pale } from '../../drawings/line-animations.ts';
import { dots, line } from '../../drawings/line-style.ts';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import { inColumns, inEqualColumns, narrow, screenOnly, tight, wide } from '../../styles/grid.ts';

export const threeItems = {
  viewBox: '-6 -6 332 1164',
  dots: 'M32 32v1089M96 32v1089M160 32v1089M224 32v1089M288 32v1089',
};

const rowsInWindow = 6;
const cell = 64; // units of the drawing

const href = `${drawnFiles.lines}#three-items`;

/**
 * One line, which turns from a kolam into a lattice, runs along all items; each shows six rows. In wide windows the
 * parts join without a gap. In narrower windows each item shows a separate part, which begins at the window's edge. The
 * coloured copy above the pale one is drawn by scrolling.
 */
export function WorkList() {
  const { items } = home.work;
  const [x = 0, y = 0, width = 0, height = 0] = threeItems.viewBox.split(' ').map(Number);
  const step = rowsInWindow * cell;
  return (
    <ul role="list" className={list}>
      {items.map(({ title, text }, index) => {
        const top = index === 0 ? y : index * step;
        const bottom = index === items.length - 1 ? y + height : (index + 1) * step;
        const part = {
          viewBox: `${x} ${top} ${width} ${bottom - top}`,
          preserveAspectRatio: 'xMidYMid slice',
        };
        return (
          <li key={title} className={item}>
            <div className={drawingBox}>
              <div className={drawingClip}>
                <svg className={line} {...part} aria-hidden="true">
                  <use href={href} className={pale} />
                  <path className={dots} d={threeItems.dots} />
                </svg>
                <svg className={cx(line, drawn)} {...part} aria-hidden="true">
                  {index === 0 ? <LineGradient id="work-gradient" direction="down" /> : null}
                  <use href={href} stroke="url(#work-gradient)" />
                </svg>
              </div>
            </div>
            <div className={words}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const list = css`
  ${inColumns('1 / -1')};
`;

const item = css`
  @media print {
    display: block;
    margin-block: 0 10pt;
  }
  ${wide} {
    ${inEqualColumns(12)};
  }
  ${narrow} {
    display: grid;
    grid-template-columns: 2fr 3fr;
    column-gap: 24px;
    margin: 24px calc(-1 * var(--side)) 0;
    padding-inline: var(--side);
  }
  ${tight} {
    && {
      display: block;
      margin-top: 32px;
    }
  }
`;

/** A mask with threads at the upper edge. The part is flipped twice, so that both edges get it. */
const frayed = `transform:scaleY(-1);mask:${edgeMask},linear-gradient(currentColor 0 0) 0 20px/100% 100% no-repeat`;

const drawingBox = css`
  ${screenOnly};
  ${wide} {
    grid-column: 1 / span 3;
  }
  ${narrow} {
    position: relative;
    min-height: 168px;
    margin-inline-start: calc(-1 * var(--side));
    ${frayed};
  }
  ${tight} {
    && {
      height: 168px;
      margin: 0 calc(-1 * var(--side)) 24px;
    }
  }
  svg {
    width: min(236px, 100%);
  }
`;

/**
 * Draws a part while it passes one height of the window, so that each part begins when the one above it is complete.
 * Elsewhere the line is complete: with reduced motion, and in browsers without scroll timelines.
 */
const drawn = css`
  @media (prefers-reduced-motion: no-preference) {
    @supports (animation-timeline: view()) {
      animation: down linear both;
      animation-timeline: view(74% 26%);
      ${narrow} {
        animation-name: across;
      }
    }
  }
`;

/** The drawing is wider than its box, which clips it. Beside words its right end is visible. */
const drawingClip = css`
  ${wide} {
    display: grid;
    > * {
      grid-area: 1 / 1;
    }
  }
  ${narrow} {
    position: absolute;
    inset: 0;
    overflow: clip;
    background: var(--surface);
    ${frayed};
    svg {
      position: absolute;
      inset: 0 8px auto auto;
      width: 116%;
      height: 100%;
      max-width: none;
    }
  }
  ${tight} {
    && svg {
      inset: 0 auto auto 50%;
      translate: -50%;
      width: min(130%, 640px);
    }
  }
`;

const words = css`
  align-self: center;
  ${wide} {
    align-self: stretch;
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
    font: 700 clamp(min(1.75rem, 11.5vw), 3.6vw, ${fluidSize(3.25)}) / 1 var(--display);
    letter-spacing: -0.02em;
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
