import { css } from './css.ts';

/** A control that is only a drawing: 44 px square, labelled by its caller. */
export const iconButton = css`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--radius);
  background: none;
  &:hover {
    box-shadow: inset 0 0 0 1px currentColor;
  }
`;
