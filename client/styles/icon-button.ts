import { css } from './css.ts';

/** A control with only an icon: 44 px square, or more beside enlarged text. Its caller sets the label. */
export const iconButton = css`
  display: grid;
  place-items: center;
  width: max(44px, 2rem);
  aspect-ratio: 1;
  padding: 0;
  border: 0;
  border-radius: var(--radius);
  background: none;
  &:not([aria-disabled]):hover {
    box-shadow: inset 0 0 0 1px currentColor;
  }
`;
