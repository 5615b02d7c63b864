import { notFound } from '#shared/content/not-found.ts';
import { css } from '../styles/css.ts';

/** Above a list: the address names an entry or an option that is not listed. */
export function UnlistedNote() {
  return <p className={note}>{notFound.unlisted}</p>;
}

const note = css`
  grid-column: 1 / -1;
  justify-self: start;
  margin-top: 24px;
  padding-inline-start: 12px;
  border-inline-start: 3px solid var(--action);
  font-weight: 600;
  text-wrap: balance;
  line-height: 1.4;
`;
