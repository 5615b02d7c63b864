/**
 * The limits of the site's sizes: raise one here when the site is meant to need more. The build warns if the present
 * content exceeds one, and `npm run check:budgets` fails if code does (`tests/check-budgets.ts`).
 */
export const budget = {
  /** Bytes of a page as sent, with headers: ten segments, sent before the first acknowledgement (RFC 6928). */
  html: 14_336,
  /** The same for /events, whose first paint is measured (`npm run lighthouse`). */
  eventsHtml: 16_000,
  /** Bytes of a page without a list and without its words, as sent: head, styles, drawings, header and footer. */
  shell: 12_900,
  /** Bytes of all rules together, compressed: the file that a click fetches. */
  styles: 9_900,
  /** Bytes of JavaScript that a page receives, the headers of the responses included. */
  script: 115_000,
  scripts: 8,
  fonts: 75_000,
  /** Bytes of everything that the home page fetches by itself, headers included. */
  home: 210_000,
  homeRequests: 16,
} as const;
