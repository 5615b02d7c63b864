interface NotFoundTexts {
  readonly title: string;
  readonly sentence: string;
  readonly text: string;
  readonly action: string;
}

/** The strings are the specification's, section 8. */
export const notFound: NotFoundTexts = {
  title: '404',
  sentence: 'Oops! Page not found',
  text: 'The line breaks off here. The page may have moved, or the address may be mistyped.',
  action: 'Return to Home',
};
