/**
 * What the form says below its field when the address is not one. Apart from the other errors, because
 * every page with the form carries these.
 */
export const fieldErrors = {
  invalid: 'Enter a full email address, such as name@example.com.',
  'non-ascii': 'We can only write to addresses with plain letters (a to z) before the @.',
} as const;
