import { css } from '../styles/css.ts';

/**
 * An address or a register's entry: a line breaks between its parts, so that street and number, postcode and town stay
 * together. A part that is longer than the line breaks too.
 */
export function AddressText({ text }: { readonly text: string }) {
  const parts = text.split(', ');
  return parts.map((words, index) => (
    <span key={words} className={addressPart}>
      {index < parts.length - 1 ? `${words}, ` : words}
    </span>
  ));
}

const addressPart = css`
  display: inline-block;
  max-width: 100%; /* a long word breaks */
  white-space: pre-wrap; /* the space at its end */
`;
