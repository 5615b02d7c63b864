import type { Kolam } from '#shared/kolam.ts';
import { css } from '../styles/css.ts';
import { cx } from '../styles/cx.ts';
import { dots, line } from './line-style.ts';

export interface LineProps {
  readonly drawing: Kolam;
  /** Unique on the page: names the gradient and the path, which stands in the page only once. */
  readonly id: string;
  /** The way the colour and the roundness change: along the width or down the height. */
  readonly direction?: 'across' | 'down';
  /** Animated above a pale copy of the line: drawn once, or by the scroll position (CSS, no script). */
  readonly grows?: 'once' | 'with-reading';
  /** Breaks the line: where and how wide, in thousandths of its length from the path's beginning. */
  readonly gap?: { readonly at: number; readonly length: number };
  readonly className?: string;
}

/**
 * A line from kolam to lattice, from madder to indigo, with its dots. Decoration: hidden from
 * assistive technology. The colours come from CSS, so they follow the theme.
 */
export function Line({ drawing, id, direction = 'across', grows, gap, className }: LineProps) {
  const [x = 0, y = 0, width = 0, height = 0] = drawing.viewBox.split(' ').map(Number);
  const down = direction === 'down';
  return (
    <svg className={cx(line, className)} viewBox={drawing.viewBox} aria-hidden="true">
      <defs>
        <linearGradient
          id={`${id}-dye`}
          gradientUnits="userSpaceOnUse"
          x1={x}
          y1={y}
          x2={down ? x : x + width}
          y2={down ? y + height : y}
        >
          <stop className={start} offset=".3" />
          <stop className={end} offset=".78" />
        </linearGradient>
        {grows ? <path id={id} d={drawing.path} pathLength={1000} /> : null}
      </defs>
      {grows ? (
        <>
          <use href={`#${id}`} className={ghost} />
          <use href={`#${id}`} className={growths[grows]} stroke={`url(#${id}-dye)`} />
        </>
      ) : (
        <path
          d={drawing.path}
          stroke={`url(#${id}-dye)`}
          {...(gap === undefined
            ? {}
            : {
                pathLength: 1000,
                strokeDasharray: `${1000 - gap.length} ${gap.length}`,
                strokeDashoffset: -(gap.at + gap.length),
                strokeLinecap: 'round' as const,
              })}
        />
      )}
      <path className={dots} d={drawing.dots} />
    </svg>
  );
}

const start = css`
  stop-color: var(--line-start);
`;
const end = css`
  stop-color: var(--line-end);
`;
const ghost = css`
  stroke: var(--ghost);
`;

const growths = {
  once: css`
    stroke-dasharray: 1001; /* one more than the path, or its joint shows as a slit */
    @media (prefers-reduced-motion: no-preference) {
      animation: draw var(--draw-time) ease-in-out backwards;
    }
  `,
  'with-reading': css`
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
};
