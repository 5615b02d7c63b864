import { fieldTexts } from './field-texts.ts';

/** What became of a subscription, as the form is told. */
export type SubscriptionOutcome =
  | 'accepted'
  | 'invalid'
  | 'letters'
  | 'limited'
  | 'unavailable'
  | 'not-open'
  | 'refused';

/** What a page has to know about the newsletter beyond its content. */
export interface NewsletterState {
  /** Mails are kept by the site instead of being sent. */
  readonly onTrial?: boolean;
  /** What was entered and why it was not accepted, for the form to show again. */
  readonly entered?: {
    readonly email: string;
    readonly outcome: keyof typeof fieldTexts;
  };
}

/** What the visitor reads when it was not accepted: below the field, in a toast, or on a page. */
export const refusalTexts: Readonly<Record<Exclude<SubscriptionOutcome, 'accepted'>, string>> = {
  ...fieldTexts,
  limited: 'There were many requests in a short time. Please try again later.',
  unavailable: 'We cannot store your address right now. Please try again in a minute.',
  'not-open': 'The newsletter is not open yet. Your address was not stored.',
  refused: 'Your browser says that this came from another site. Your address was not stored.',
};

/** Reads the outcome out of an answer's JSON; undefined where it says something else. */
export function parseSubscriptionOutcome(answer: unknown): SubscriptionOutcome | undefined {
  if (typeof answer !== 'object' || answer === null || !('outcome' in answer)) return undefined;
  return isOutcome(answer.outcome) ? answer.outcome : undefined;
}

function isOutcome(value: unknown): value is SubscriptionOutcome {
  return value === 'accepted' || (typeof value === 'string' && Object.hasOwn(refusalTexts, value));
}
