import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { css, cx } from '../styles/css.ts';
import type { LineAnimation } from './line-animations.ts';
import { dots, line } from './line-style.ts';

export interface LineProps {
  /** The part of the drawing that does not depend on its line. */
  readonly outline: {
    readonly viewBox: string;
    /** Rows of dots, for a stroke with dashes, one dot every 64 units. Missing if they are in the line's file (`-dots`). */
    readonly dots?: string;
    /** The dot at the end of the line, if the line shows how far the visitor has read. */
    readonly end?: string;
  };
  /** The name of the drawing. */
  readonly name: string;
  /** The address of the line; by default it is in the file of the fixed lines. */
  readonly href?: string;
  /** The beginning of the gradient's id, for a page that shows the drawing twice. */
  readonly id?: string;
  /** Whether another drawing of the page contains this gradient. */
  readonly sharesGradient?: boolean;
  /** The direction in which colour and roundness change: along the width or down the height. */
  readonly direction?: 'across' | 'down';
  /** Animates the line above a pale copy of it: once, or by the scroll position (in CSS). */
  readonly animation?: LineAnimation;
  /** A gap in the line: position and length, in thousandths of the path from its beginning. */
  readonly gap?: { readonly at: number; readonly length: number };
  /** The beginning and the end of the change of colour, as fractions of the line. */
  readonly fade?: LineGradientProps['fade'];
  readonly className?: string;
}

/** A line from kolam to lattice, from madder to indigo, with its dots. Decoration: hidden from assistive technology. */
export function Line({
  outline,
  name,
  href = `${drawnFiles.lines}#${name}`,
  id = name,
  sharesGradient = false,
  direction = 'across',
  animation,
  gap,
  fade,
  className,
}: LineProps) {
  const gradientId = `${id}-gradient`;
  return (
    <svg className={cx(line, className)} viewBox={outline.viewBox} aria-hidden="true">
      {sharesGradient ? null : (
        <defs>
          <LineGradient id={gradientId} direction={direction} fade={fade} />
        </defs>
      )}
      {animation ? (
        <>
          <use href={href} className={animation.below} />
          <use href={href} className={animation.above} stroke={`url(#${gradientId})`} />
        </>
      ) : (
        <use
          href={href}
          stroke={`url(#${gradientId})`}
          {...(gap && {
            strokeDasharray: `${1000 - gap.length} ${gap.length}`,
            strokeDashoffset: -(gap.at + gap.length),
            strokeLinecap: 'round',
          })}
        />
      )}
      {outline.dots === undefined ? (
        <use href={`${href}-dots`} className={dots} />
      ) : (
        <path className={dots} d={outline.dots} />
      )}
      {animation?.end ? <path className={cx(dots, animation.end)} d={outline.end} /> : null}
    </svg>
  );
}

interface LineGradientProps {
  /** The id of the gradient, for `stroke="url(#…)"`. */
  readonly id: string;
  readonly direction: 'across' | 'down';
  readonly fade?: readonly [number, number] | undefined;
}

/** The gradient of a line, from madder to indigo. The colours come from CSS, so they follow the theme. */
export function LineGradient({ id, direction, fade = [0.3, 0.78] }: LineGradientProps) {
  return (
    <linearGradient id={id} className={gradient} {...(direction === 'down' && { x2: 0, y2: 1 })}>
      <stop offset={fade[0]} />
      <stop offset={fade[1]} />
    </linearGradient>
  );
}

const gradient = css`
  stop {
    stop-color: var(--line-start);
  }
  stop:last-child {
    stop-color: var(--line-end);
  }
`;
