import {
  parseSubscriptionOutcome,
  refusalTexts,
  type SubscriptionOutcome,
} from '#shared/newsletter/subscription.ts';
import type { PromiseTexts } from '../notifications/notice.ts';
import { getDataClient } from './data-client.ts';

/** What the toast says; the message under the field says it too, and stays. */
export const toastTexts: PromiseTexts<SubscriptionOutcome> = {
  loading: { title: 'Sending', description: 'This takes a moment.' },
  done: (outcome) =>
    outcome === 'accepted'
      ? { kind: 'success', title: 'Subscribed', description: 'Please check your email.' }
      : { kind: 'error', title: 'Not subscribed', description: refusalTexts[outcome] },
  failed: () => ({ title: 'Not sent', description: 'Check your connection and try again.' }),
};

/** Why a subscription was not accepted, for the place below the field. */
export function explainRefusal(outcome: Exclude<SubscriptionOutcome, 'accepted'>): string {
  return refusalTexts[outcome];
}

/**
 * Sends the newsletter form's request through the data client: a lost connection is tried again, an
 * answer of the server is final.
 *
 * @throws when the server cannot be reached, or answers with something unknown
 */
export async function subscribe(email: string): Promise<SubscriptionOutcome> {
  const client = getDataClient();
  const mutation = client.getMutationCache().build(client, {
    mutationKey: ['newsletter'],
    mutationFn: async (address: string) => {
      const response = await fetch('/newsletter', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ email: address }),
      });
      return parseAnswer(response);
    },
  });
  const outcome = await mutation.execute(email);
  if (outcome === undefined) throw new Error('The newsletter answered with something unknown');
  return outcome;
}

async function parseAnswer(response: Response) {
  try {
    return parseSubscriptionOutcome(await response.json());
  } catch {
    return undefined;
  }
}
