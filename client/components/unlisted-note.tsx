import { notFound } from '#shared/content/not-found.ts';
import { css, cx } from '../styles/css.ts';
import { notice } from '../styles/grid.ts';

/** Says above a list that the address names an entry or an option that is not listed. */
export function UnlistedNote() {
  return <p className={cx(notice, note)}>{notFound.unlisted}</p>;
}

const note = css`
  grid-column: 1 / -1;
  justify-self: start;
  margin-block: 24px;
`;
