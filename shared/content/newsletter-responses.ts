import { fieldErrors } from './newsletter.ts';
import type { OutcomeOf } from './newsletter-outcomes.ts';

/** The reason why a request was not accepted, below the field and in the toast. */
export const subscriptionErrors: Readonly<Record<OutcomeOf<'subscribe'> | 'non-ascii', string>> = {
  ...fieldErrors,
  limited: 'There were many requests in a short time. Please try again later.',
  unavailable: 'We cannot store your address right now. Please try again in a minute.',
  'not-open': 'The newsletter is not open yet. Your address was not stored.',
  'cross-site': 'Your browser says that this came from another site. Your address was not stored.',
};

interface ToastText {
  readonly title: string;
  readonly description?: string;
}

export const newsletterToasts: Readonly<
  Record<'sending' | 'accepted' | 'rejected' | 'failed', ToastText>
> = {
  sending: { title: 'Sending', description: 'This takes a moment.' },
  // The address is not subscribed yet: the link in the mail confirms it.
  accepted: { title: 'Address received', description: 'Please check your email.' },
  rejected: { title: 'Not subscribed' },
  failed: { title: 'Not sent', description: 'Check your connection and try again.' },
};
