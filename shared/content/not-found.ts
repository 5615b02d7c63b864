interface NotFoundTexts {
  readonly title: string;
  readonly sentence: string;
  readonly text: string;
  readonly action: string;
  readonly unlisted: string;
}

/** The strings are the specification's, section 8. */
export const notFound: NotFoundTexts = {
  title: '404',
  sentence: 'Oops! Page not found',
  text: 'The line breaks off here. The page may have moved, or the address may be mistyped.',
  action: 'Return to Home',
  /** Stands above the list if the address names an event, a filter or a post that is not listed. */
  unlisted: 'This link leads to something that is no longer listed. What is listed now is below.',
};
