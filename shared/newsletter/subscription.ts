import { fieldErrors } from './field-errors.ts';
import type { OutcomeOf } from './outcomes.ts';

/**
 * The outcome of a request to subscribe, for the form. `non-ascii` is an invalid address with an error message of its
 * own.
 */
export type SubscriptionOutcome = 'accepted' | SubscriptionError;
type SubscriptionError = OutcomeOf<'subscribe'> | 'non-ascii';

/** What a page shows of the newsletter besides its content. */
export interface NewsletterState {
  /** The site captures mails instead of sending them. */
  readonly capturesMails?: boolean;
  /** The token of the link whose button the page shows. */
  readonly token?: string;
  /** The rejected input and the reason, for the form to show again. */
  readonly entered?: {
    readonly email: string;
    readonly outcome: keyof typeof fieldErrors;
  };
}

/** The message for a request that was not accepted: below the field and in a toast. */
export const subscriptionErrors: Readonly<Record<SubscriptionError, string>> = {
  ...fieldErrors,
  limited: 'There were many requests in a short time. Please try again later.',
  unavailable: 'We cannot store your address right now. Please try again in a minute.',
  'not-open': 'The newsletter is not open yet. Your address was not stored.',
  'cross-site': 'Your browser says that this came from another site. Your address was not stored.',
};

/** Parses the outcome in a response's JSON; undefined for anything else. */
export function parseSubscriptionOutcome(json: unknown): SubscriptionOutcome | undefined {
  if (typeof json !== 'object' || json === null || !('outcome' in json)) return undefined;
  return isOutcome(json.outcome) ? json.outcome : undefined;
}

function isOutcome(value: unknown): value is SubscriptionOutcome {
  return (
    value === 'accepted' || (typeof value === 'string' && Object.hasOwn(subscriptionErrors, value))
  );
}
