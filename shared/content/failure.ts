/** The texts of an error page. `{email}` becomes a link to the contact address. Every page has a file of its own. */
export interface Problem {
  /** The page's h1. */
  readonly title: string;
  readonly text: string;
  /** The label of the link home. */
  readonly action: string;
}

/** The title is the specification's, section 8. */
export const failure: Problem = {
  title: 'Unexpected Application Error!',
  text: 'Something went wrong on our side, and it has nothing to do with you. Please try again in a moment. If it happens again, tell us at {email}.',
  action: 'Return to Home',
};
