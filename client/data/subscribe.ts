import {
  parseSubscriptionOutcome,
  type SubscriptionOutcome,
} from '#shared/newsletter/subscription.ts';
import { loadDataClient } from './data-client.ts';

/**
 * Sends the newsletter form's request through the data client: a lost connection is tried again, an
 * answer of the server is final.
 *
 * @throws when the server cannot be reached, or answers with something unknown
 */
export async function subscribe(email: string): Promise<SubscriptionOutcome> {
  const client = await loadDataClient();
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
