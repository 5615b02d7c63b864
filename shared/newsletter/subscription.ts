/** What became of a subscription. */
export type SubscriptionOutcome = 'accepted' | 'invalid' | 'not-open';

const outcomes: readonly string[] = [
  'accepted',
  'invalid',
  'not-open',
] satisfies SubscriptionOutcome[];

/** Reads the outcome out of an answer's JSON; undefined where it says something else. */
export function parseSubscriptionOutcome(answer: unknown): SubscriptionOutcome | undefined {
  if (typeof answer !== 'object' || answer === null || !('outcome' in answer)) return undefined;
  return isOutcome(answer.outcome) ? answer.outcome : undefined;
}

function isOutcome(value: unknown): value is SubscriptionOutcome {
  return typeof value === 'string' && outcomes.includes(value);
}
