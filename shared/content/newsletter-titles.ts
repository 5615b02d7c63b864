import type { NewsletterOutcome } from '../newsletter/outcomes.ts';

/* The titles of the newsletter's pages in the browser's tab. Their texts are in `newsletter-outcomes.ts`. */

export const newsletterDescription = 'What has become of a subscription to the newsletter.';

export const newsletterTitles: Readonly<Record<NewsletterOutcome, string>> = {
  'not-open': 'The newsletter is not open yet',
  invalid: 'Please check your address',
  limited: 'Too many requests',
  unavailable: 'Not possible right now',
  'cross-site': 'Not sent from our page',
  confirm: 'Confirm your subscription',
  confirmed: 'Subscription confirmed',
  'already-confirmed': 'Already confirmed',
  'link-expired': 'This link has expired',
  unsubscribe: 'Leave the newsletter',
  unsubscribed: 'You have left the newsletter',
  'link-unknown': 'This link does not work',
};
