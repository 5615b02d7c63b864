import { css } from '../styles/css.ts';

/**
 * An address or the entry in a register. Lines break only after a comma, so that street and number, and postcode and
 * town, stay together. A part that is longer than a line still wraps.
 */
export function AddressText({ text }: { readonly text: string }) {
  const parts = text.split(', ');
  return parts.map((words, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, as in “Singapore, Singapore”
    <span key={index} className={addressPart}>
      {index < parts.length - 1 ? `${words}, ` : words}
    </span>
  ));
}

const addressPart = css`
  display: inline-block;
  max-width: 100%; /* so that a long word wraps */
  white-space: pre-wrap; /* keeps the space at the end */
`;
