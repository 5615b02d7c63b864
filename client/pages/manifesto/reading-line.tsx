import { formatOutline, readingLine } from '#shared/kolam/openings.ts';
import { Line } from '../../drawings/line.tsx';
import { css } from '../../styles/css.ts';
import { readingLineSticks } from '../../styles/grid.ts';
import { drawnByReading } from './drawn-by-reading.ts';

const outline = { ...formatOutline(readingLine), end: `M${64 * readingLine.columns - 32} 32h1` };

/**
 * In a narrow window a line along the lower edge of the sticky header shows how far the visitor has read. It needs
 * `scroll-timeline`; in other browsers the page shows a line between two sections.
 */
export function ReadingLine() {
  return (
    <div className={strip}>
      <Line outline={outline} name="reading" animation={drawnByReading} />
    </div>
  );
}

const strip = css`
  display: none;
  position: absolute;
  inset: 100% 0 auto;
  padding-block: 2px;
  border-bottom: 1px solid var(--hairline);
  background: var(--page);
  ${readingLineSticks} {
    @supports (animation-timeline: scroll()) {
      display: block;
    }
  }
  svg {
    --line-width: 9;
    --dot-width: 16;
    width: 100%;
  }
  use {
    animation-name: across;
  }
`;
