import type { Problem } from './problems.ts';

/**
 * The text of a failure, in a file of its own because every page may have to show it. The title is the
 * specification's, section 8.
 */
export const failure: Problem = {
  title: 'Unexpected Application Error!',
  text: 'Something went wrong on our side, and it has nothing to do with you. Please try again in a moment. If it happens again, tell us at {email}.',
  action: 'Return to Home',
};
