import { nameEmblem } from '#shared/kolam/drawing-files.ts';
import { emblemOutline } from '#shared/kolam/drawn-files.ts';
import { css, cx } from '../styles/css.ts';
import { DrawnLine } from './drawn-line.tsx';
import { dots, line } from './line-style.ts';

interface EmblemProps {
  /** A slug: the same slug always gives the same drawing. */
  readonly seed: string;
  /** `control` is the muted colour of controls. */
  readonly colour: 'madder' | 'indigo' | 'control';
  /** Whether it is far down a long page: see `DrawnLine`. */
  readonly isInFile?: boolean;
  readonly className?: string;
}

/** The drawing of an event, a post or a partner: one closed line around twenty dots. */
export function Emblem({ seed, colour, isInFile = false, className }: EmblemProps) {
  return (
    <svg
      className={cx(line, weight, lineColours[colour], className)}
      viewBox={emblemOutline.viewBox}
      aria-hidden="true"
    >
      <DrawnLine name={nameEmblem(seed)} isInFile={isInFile} />
      <path className={dots} d={emblemOutline.dots} />
    </svg>
  );
}

/** Madder and indigo in turn, starting with madder. */
export function getLineColour(index: number): 'madder' | 'indigo' {
  return index % 2 === 0 ? 'madder' : 'indigo';
}

const weight = css`
  --line-width: 6;
  --dot-width: 11;
  width: 100%;
`;

export const lineColours = {
  madder: css`
    stroke: var(--line-start);
  `,
  indigo: css`
    stroke: var(--line-end);
  `,
  control: css`
    stroke: var(--control);
  `,
};

export const emblemClasses: readonly string[] = [line, dots, weight, lineColours.indigo];
