import { css } from './css.ts';

/** A control with only an icon: 44 px square. Its caller sets the label. */
export const iconButton = css`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--radius);
  background: none;
  &:not([aria-disabled]):hover {
    box-shadow: inset 0 0 0 1px currentColor;
  }
`;
