/**
 * The messages below the form's field for an invalid address. Not with the other errors, because every page with the
 * form loads these.
 */
export const fieldErrors = {
  invalid: 'Enter a full email address, such as name@example.com.',
  'non-ascii': 'We can only write to addresses with plain letters (a to z) before the @.',
} as const;
