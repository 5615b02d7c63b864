import { linkHours } from '../legal/retention.ts';

/*
 * THE TABLE OF THE NEWSLETTER'S OUTCOMES: every result of its form, the links of its mails and their buttons, with its
 * words. The page table, the types of the outcomes (`shared/newsletter/outcomes.ts`) and the labels of the metrics
 * derive from it. To add an outcome, add a row; the compiler then requires the text of an outcome of `subscribe` in
 * `newsletter-responses.ts`.
 */

export type NewsletterAction = 'subscribe' | 'confirm' | 'unsubscribe';

export interface OutcomeRow {
  readonly status: number;
  /** The actions that can have this outcome; empty for a page that asks for an action. */
  readonly after: readonly NewsletterAction[];
  /** `button` posts to the page's address, with its token; `form` is the newsletter's form. By default a link home. */
  readonly next?: 'button' | 'form';
  /** The emblem's colour; by default indigo. */
  readonly colour?: 'madder';
  /** The title in the browser's tab. */
  readonly tab: string;
  /** The page's h1. */
  readonly heading: string;
  /** `{email}` becomes a link to the contact address. */
  readonly text: string;
  /** The label of the link home, or of the button where the page has one. */
  readonly action: string;
}

const home = 'Return to Home';

export const newsletterOutcomes = {
  'not-open': {
    status: 503,
    after: ['subscribe'],
    tab: 'The newsletter is not open yet',
    heading: 'The newsletter is not open yet',
    text: 'We cannot send mail from this site yet, so nothing was stored and your address is still yours alone. Please come back another day, or write to {email}.',
    action: home,
  },
  invalid: {
    status: 422,
    after: ['subscribe'],
    next: 'form',
    tab: 'Please check your address',
    heading: 'Please check your address',
    text: 'Something in it is not as email addresses are written. Nothing has been stored yet.',
    action: home,
  },
  limited: {
    status: 429,
    after: ['subscribe'],
    tab: 'Too many requests',
    heading: 'A little later, please',
    text: 'There were many requests from your network or for this address in a short time, so nothing was stored. Please try again later, or write to {email}.',
    action: home,
  },
  unavailable: {
    status: 503,
    after: ['subscribe', 'confirm', 'unsubscribe'],
    tab: 'Not possible right now',
    heading: 'Not possible right now',
    text: 'We cannot reach the place where subscriptions are kept, so nothing has changed. Please try again in a minute; if it happens again, tell us at {email}.',
    action: home,
  },
  'cross-site': {
    status: 403,
    after: ['subscribe'],
    tab: 'Not sent from our page',
    heading: 'This did not come from our page',
    text: 'Your browser says that another site sent this form. Nothing was stored. If you want the newsletter, please use the form on our own page.',
    action: home,
  },
  confirm: {
    status: 200,
    after: [],
    next: 'button',
    colour: 'madder',
    tab: 'Confirm your subscription',
    heading: 'One click, and the newsletter begins',
    text: 'Press the button to confirm your address. From then on the newsletter comes to you, until you say otherwise.',
    action: 'Confirm my subscription',
  },
  confirmed: {
    status: 200,
    after: ['confirm'],
    colour: 'madder',
    tab: 'Subscription confirmed',
    heading: 'Welcome, reader of the newsletter',
    text: 'Your address is confirmed, and the next newsletter comes to you. Every one of them has a link at its end by which you leave with one click.',
    action: home,
  },
  'already-confirmed': {
    status: 200,
    after: ['confirm'],
    colour: 'madder',
    tab: 'Already confirmed',
    heading: 'You get the newsletter already',
    text: 'This address was confirmed before, so there is nothing left to do. The next newsletter comes to you.',
    action: home,
  },
  'link-expired': {
    status: 410,
    after: ['confirm'],
    next: 'form',
    tab: 'This link has expired',
    heading: 'This link no longer works',
    text: `A confirmation link works for ${linkHours} hours and only as a whole; some mail programs cut it. Ask for a new one here, and we will send it at once.`,
    action: home,
  },
  unsubscribe: {
    status: 200,
    after: [],
    next: 'button',
    tab: 'Leave the newsletter',
    heading: 'Leave the newsletter?',
    text: 'Press the button, and we delete your address. We keep only a fingerprint of it that nobody can read, so that we do not write to you again by mistake.',
    action: 'Unsubscribe',
  },
  unsubscribed: {
    status: 200,
    after: ['unsubscribe'],
    tab: 'You have left the newsletter',
    heading: 'You have left the newsletter',
    text: 'Your address is deleted and no further newsletter will come. Thank you for having read with us. If you change your mind, the form on our pages is open to you.',
    action: home,
  },
  'link-unknown': {
    status: 404,
    after: ['unsubscribe'],
    tab: 'This link does not work',
    heading: 'This link does not work',
    text: 'A mail program has cut it, or it is so old that we no longer know whose it was. Nothing has changed. Please copy the whole link from the newest mail, or write “unsubscribe” to {email}, and we will do it for you.',
    action: home,
  },
} as const satisfies Readonly<Record<string, OutcomeRow>>;

type Rows = typeof newsletterOutcomes;

/** The outcomes of one action, for example `'confirmed' | 'already-confirmed' | …`. */
export type OutcomeOf<Action extends NewsletterAction> = {
  [Id in keyof Rows]: Action extends Rows[Id]['after'][number] ? Id : never;
}[keyof Rows];
