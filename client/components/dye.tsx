import { css } from '../styles/css.ts';

interface DyeProps {
  /** For `stroke="url(#…)"`. */
  readonly id: string;
  /** The direction of the gradient: along the width of the drawing or down its height. */
  readonly direction: 'across' | 'down';
}

/** The gradient of a line, from madder to indigo. The colours come from CSS, so they follow the theme. */
export function Dye({ id, direction }: DyeProps) {
  return (
    <linearGradient id={id} {...(direction === 'down' ? { x2: 0, y2: 1 } : {})}>
      <stop className={start} offset=".3" />
      <stop className={end} offset=".78" />
    </linearGradient>
  );
}

const start = css`
  stop-color: var(--line-start);
`;
const end = css`
  stop-color: var(--line-end);
`;
