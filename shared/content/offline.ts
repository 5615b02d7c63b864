import type { Problem } from './failure.ts';

/** Replaces a page that Back leads to, if the browser is offline and no longer has the page. */
export const offline: Problem = {
  title: 'You are offline',
  text: 'This page is no longer kept in your browser. It comes by itself as soon as you are online again.',
  action: 'Return to Home',
};
