import type { OutcomeOf } from '../content/newsletter-outcomes.ts';
import { listOutcomes } from './outcomes.ts';

/**
 * The outcome of a request to subscribe, for the form. `non-ascii` is an invalid address with an error message of its
 * own.
 */
export type SubscriptionOutcome = 'accepted' | SubscriptionError;
export type SubscriptionError = OutcomeOf<'subscribe'> | 'non-ascii';

/** What a page shows of the newsletter besides its content. */
export interface NewsletterState {
  /** The site captures mails instead of sending them. */
  readonly capturesMails?: boolean;
  /** The operator has written MAIL=off: there is no newsletter. */
  readonly isOff?: boolean;
  /** The token in the link that led to the page, for the button on it. */
  readonly token?: string;
  /** The rejected input and the reason, for the form to show again. */
  readonly entered?: {
    readonly email: string;
    readonly outcome: 'invalid' | 'non-ascii';
  };
}

/** Parses the outcome in a response's JSON; undefined for anything else. */
export function parseSubscriptionOutcome(json: unknown): SubscriptionOutcome | undefined {
  if (typeof json !== 'object' || json === null || !('outcome' in json)) return undefined;
  return known.find((outcome) => outcome === json.outcome);
}

const known = ['accepted', 'non-ascii', ...listOutcomes('subscribe')] as const;
