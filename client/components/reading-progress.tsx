import { progressLine } from '#shared/drawn-outlines.ts';
import { css } from '../styles/css.ts';
import { screenOnly } from '../styles/layout.ts';
import { Line } from './line.tsx';

/**
 * The line that grows with the reading: a pale copy is always there, and the coloured copy is clipped
 * by the scroll position in CSS. Without scroll-driven animations the whole line is coloured.
 */
export function ReadingProgress({ className }: { readonly className?: string }) {
  return (
    <div className={className} aria-hidden="true">
      <Line
        outline={progressLine}
        name="progress"
        direction="down"
        grows="with-reading"
        className={sticky}
      />
    </div>
  );
}

const sticky = css`
  position: sticky;
  top: 104px;
  width: 86px;
  height: auto;
  max-height: calc(100dvh - 136px);
  ${screenOnly};
`;
