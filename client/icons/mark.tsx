import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { css, cx } from '../styles/css.ts';

/** The mark, 3 × 2 dots, from a file that every page shares. Its caller sets the size. */
export function Mark({ className }: { readonly className?: string }) {
  return (
    <svg className={cx(mark, className)} aria-hidden="true">
      <use href={`${drawnFiles.lines}#mark`} />
    </svg>
  );
}

const mark = css`
  flex: none;
  aspect-ratio: 3 / 2;
  --mark-line: var(--line-start);
  --mark-dots: var(--dot);
  @media (forced-colors: active) {
    --mark-line: CanvasText;
    --mark-dots: Highlight;
  }
`;
