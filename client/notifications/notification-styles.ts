import { css } from '../styles/css.ts';
import { screenOnly } from '../styles/grid.ts';

export const viewport = css`
  position: fixed;
  z-index: 4;
  width: min(424px, calc(100vw - 32px));
  ${screenOnly};
  /* From this width beside the details of an event, with 8 px between them also where a scrollbar takes 15 px. */
  dialog & {
    @media (width>=80em) {
      width: calc(50vw - 440px);
    }
  }
`;

export const card = css`
  background: var(--card);
  color: var(--text);
  border: 1px solid var(--hairline);
  border-radius: var(--radius);
  @media (prefers-reduced-motion: no-preference) {
    transition:
      opacity var(--fade-time),
      translate var(--fade-time);
    @starting-style {
      opacity: 0;
      translate: 0 8px;
    }
  }
`;

export const content = css`
  display: grid;
  grid-template-columns: 52px 1fr 48px;
  align-items: center;
  min-height: 64px;
  padding-block: 8px 6px;
  font-size: 1.0625rem;
  line-height: 1.35;
  > span {
    display: grid;
    place-items: center;
  }
  p:first-child {
    font-weight: 600;
  }
  p + p {
    font-size: 1rem;
  }
`;

/** The colour of the icon before the words. */
export const iconColours = {
  indigo: css`
    color: var(--indigo);
  `,
  error: css`
    color: var(--error);
  `,
  success: css`
    color: var(--success);
  `,
  warning: css`
    color: var(--warning);
  `,
};
