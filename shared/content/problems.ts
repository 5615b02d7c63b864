/*
 * The texts of error pages. `{email}` becomes a link to the contact address. To add a problem, add its name to
 * `ProblemKind`; the compiler then asks for its texts:
 *   'name-of-it': { title: 'What happened', text: 'Why.', action: 'Return to Home' },
 */

/** Every response that is not a page of the site. */
export type ProblemKind = 'not-found' | 'failure' | 'bad-request' | 'method-not-allowed';

export interface Problem {
  /** The page's h1. */
  readonly title: string;
  /** A large line below the title, where the title is only a number. */
  readonly sentence?: string;
  readonly text: string;
  /** The label of the link home. */
  readonly action: string;
}

/** Strings of `not-found` are the specification's, section 8. */
export const problems: Readonly<Record<Exclude<ProblemKind, 'failure'>, Problem>> = {
  'not-found': {
    title: '404',
    sentence: 'Oops! Page not found',
    text: 'The line breaks off here. The page may have moved, or the address may be mistyped.',
    action: 'Return to Home',
  },
  'bad-request': {
    title: 'This address cannot be read',
    text: 'Part of it is not written as web addresses are; often it is a percent sign in the wrong place. If you typed it, please check it once more. If a link brought you here, the link is at fault.',
    action: 'Return to Home',
  },
  'method-not-allowed': {
    title: 'This page can only be read',
    text: 'Something was sent to an address that accepts nothing. It was not stored, and nothing has changed.',
    action: 'Return to Home',
  },
};
