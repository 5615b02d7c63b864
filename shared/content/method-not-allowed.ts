import type { Problem } from './failure.ts';

export const methodNotAllowed: Problem = {
  title: 'This page can only be read',
  text: 'Something was sent to an address that accepts nothing. It was not stored, and nothing has changed.',
  action: 'Return to Home',
};
