import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { formatOutline, questionsLine } from '#shared/kolam/openings.ts';
import { pageSizes } from '#shared/paging.ts';
import { LineGradient } from '../../drawings/line.tsx';
import { pale } from '../../drawings/line-animations.ts';
import { dots, line } from '../../drawings/line-style.ts';
import { css, cx } from '../../styles/css.ts';
import { screenOnly } from '../../styles/grid.ts';

const outline = formatOutline(questionsLine);
const width = 64 * questionsLine.columns;
const href = `${drawnFiles.lines}#questions`;
const margin = 6; // around the outline, for the ends of the stroke

/**
 * A drawing beside a list of questions, with one strip for each: it is drawn up to the last open question. Without
 * `:has` only the pale copy is shown. The page puts the class `drawsQuestions` around list and drawing.
 */
export function QuestionsLine({ count }: { readonly count: number }) {
  const step = width / count;
  return (
    <svg
      className={cx(line, drawing)}
      viewBox={outline.viewBox}
      preserveAspectRatio="xMinYMin"
      aria-hidden="true"
    >
      <defs>
        <LineGradient id="questions-gradient" direction="across" />
        <clipPath id="questions-open">
          {Array.from({ length: count }, (_, index) => {
            const from = index === 0 ? -margin : index * step;
            const to = index === count - 1 ? width + margin : (index + 1) * step;
            return <rect key={from} x={from} y={-margin} width={to - from} height="204" />;
          })}
        </clipPath>
      </defs>
      <use href={href} className={pale} />
      <g clipPath="url(#questions-open)" className={drawn}>
        <use href={href} stroke="url(#questions-gradient)" />
      </g>
      <path className={dots} d={outline.dots} />
    </svg>
  );
}

const drawing = css`
  --line-width: 6;
  --dot-width: 11;
  width: 100%;
  ${screenOnly};
  rect {
    @media (prefers-reduced-motion: no-preference) {
      transition: width var(--rise-time) ease-out;
    }
  }
`;

const drawn = css`
  display: none;
  @supports selector(:has(a)) {
    display: inline;
  }
`;

/** Each strip has a rule of its own, because a browser without `:has` drops the whole rule. */
const closed = Array.from(
  { length: pageSizes.questions },
  (_, index) =>
    `&:not(:has(li:nth-child(n+${index + 1})>[open])) rect:nth-child(${index + 1}){width:0}`,
).join('');

export const drawsQuestions = css`
  ${closed}
`;
