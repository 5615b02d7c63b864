import {
  parseSubscriptionOutcome,
  type SubscriptionOutcome,
  subscriptionErrors,
} from '#shared/newsletter/subscription.ts';
import type { PromiseTexts } from '../notifications/notice.ts';
import { createDataClient } from './data-client.ts';

const client = createDataClient();
client.mount(); // A mounted client follows focus and connection.

/** Milliseconds. The server gives up earlier, so no response by then means that the network stalls. */
const maxWait = 15_000;

/** The texts of the toast. The message below the field says the same, and stays. */
export const toastTexts: PromiseTexts<SubscriptionOutcome> = {
  loading: { title: 'Sending', description: 'This takes a moment.' },
  done: (outcome) =>
    outcome === 'accepted'
      ? { kind: 'success', title: 'Subscribed', description: 'Please check your email.' }
      : { kind: 'error', title: 'Not subscribed', description: subscriptionErrors[outcome] },
  failed: () => ({ title: 'Not sent', description: 'Check your connection and try again.' }),
};

/** The messages below the field when a subscription was not accepted. */
export const errorTexts = subscriptionErrors;

/**
 * Sends the newsletter form's request through the data client, which retries after a lost or stalled connection and
 * never after a response.
 *
 * @throws when the server cannot be reached, or its response is unknown
 */
export async function subscribe(email: string): Promise<SubscriptionOutcome> {
  const mutation = client.getMutationCache().build(client, {
    mutationFn: async (address: string) => {
      const response = await fetch('/newsletter', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ email: address }),
        signal: AbortSignal.timeout(maxWait),
      });
      return parseResponse(response);
    },
  });
  const outcome = await mutation.execute(email);
  if (outcome === undefined) throw new Error('The response of the newsletter is unknown');
  return outcome;
}

/** The limit on all requests, a failure of the server and a proxy respond without our JSON: then the status decides. */
async function parseResponse(response: Response) {
  const outcome = parseSubscriptionOutcome(await response.json().catch(() => undefined));
  if (outcome !== undefined) return outcome;
  if (response.status === 429) return 'limited';
  return response.status >= 500 ? 'unavailable' : undefined;
}
