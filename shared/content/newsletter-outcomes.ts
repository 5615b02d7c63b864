import { linkHours, type NewsletterOutcome } from '../newsletter/outcomes.ts';

/*
 * The words of the newsletter's outcomes (shared/newsletter/outcomes.ts). `{email}` becomes a link to the
 * contact address:
 *   outcome: { title: 'What has happened', text: 'What it means.', action: 'Return to Home' },
 */

interface OutcomeWords {
  /** The page's h1. */
  readonly title: string;
  readonly text: string;
  /** The label of the link home, or of the button where the page has one. */
  readonly action: string;
}

const home = 'Return to Home';

export const newsletterOutcomes: Readonly<Record<NewsletterOutcome, OutcomeWords>> = {
  'not-open': {
    title: 'The newsletter is not open yet',
    text: 'We cannot send mail from this site yet, so nothing was stored and your address is still yours alone. Please come back another day, or write to {email}.',
    action: home,
  },
  invalid: {
    title: 'Please check your address',
    text: 'Something in it is not as email addresses are written. Nothing has been stored yet.',
    action: home,
  },
  limited: {
    title: 'A little later, please',
    text: 'There were many requests from your network or for this address in a short time, so nothing was stored. Please try again later, or write to {email}.',
    action: home,
  },
  unavailable: {
    title: 'Not possible right now',
    text: 'We cannot reach the place where subscriptions are kept, so nothing has changed. Please try again in a minute; if it happens again, tell us at {email}.',
    action: home,
  },
  'cross-site': {
    title: 'This did not come from our page',
    text: 'Your browser says that another site sent this form. Nothing was stored. If you want the newsletter, please use the form on our own page.',
    action: home,
  },
  confirm: {
    title: 'One click, and the newsletter begins',
    text: 'Press the button to confirm your address. From then on the newsletter comes to you, until you say otherwise.',
    action: 'Confirm my subscription',
  },
  confirmed: {
    title: 'Welcome, reader of the newsletter',
    text: 'Your address is confirmed, and the next newsletter comes to you. Every one of them has a link at its end by which you leave with one click.',
    action: home,
  },
  'already-confirmed': {
    title: 'You get the newsletter already',
    text: 'This address was confirmed before, so there is nothing left to do. The next newsletter comes to you.',
    action: home,
  },
  'link-expired': {
    title: 'This link no longer works',
    text: `A confirmation link works for ${linkHours} hours and only as a whole; some mail programs cut it. Ask for a new one here, and we will send it at once.`,
    action: home,
  },
  unsubscribe: {
    title: 'Leave the newsletter?',
    text: 'Press the button, and we delete your address. We keep only a fingerprint of it that nobody can read, so that we do not write to you again by mistake.',
    action: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You have left the newsletter',
    text: 'Your address is deleted and no further newsletter will come. Thank you for having read with us. If you change your mind, the form on our pages is open to you.',
    action: home,
  },
  'link-unknown': {
    title: 'This link does not work',
    text: 'A mail program has cut it, or it is so old that we no longer know whose it was. Nothing has changed. Please copy the whole link from the newest mail, or write “unsubscribe” to {email}, and we will do it for you.',
    action: home,
  },
};
