/**
 * The limits of the site's sizes: raise one here when the site is meant to need more. The build warns if one is
 * exceeded, and `npm run check:budgets` fails.
 */
export const budget = {
  /** Bytes of a page as sent, with headers: about what is sent before the first acknowledgement (RFC 6928). */
  html: 14_600,
  /** The HTML of the open details of an event, which have the list behind them. */
  detailsHtml: 16_000,
  /** Bytes of all rules together, compressed: the file that a click fetches. */
  styles: 10_400,
  /** Bytes of JavaScript that a page receives, the headers of the responses included. */
  script: 116_000,
  fonts: 75_000,
  /** Bytes of everything that the home page fetches by itself, headers included. */
  home: 213_000,
  homeRequests: 16,
} as const;
