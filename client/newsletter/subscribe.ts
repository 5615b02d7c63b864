import { subscriptionErrors } from '#shared/content/newsletter-responses.ts';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { newsletterPath } from '#shared/newsletter/form.ts';
import {
  parseSubscriptionOutcome,
  type SubscriptionOutcome,
} from '#shared/newsletter/subscription.ts';

/** Milliseconds. The timeout of the server is shorter, so a missing response means that the network has stalled. */
const requestTimeout = 15_000;

/** Returns the message for an address that the server would reject, or undefined for a valid address. */
export function findAddressError(text: string): string | undefined {
  const { kind } = parseEmailAddress(text);
  return kind === 'address' ? undefined : subscriptionErrors[kind];
}

/**
 * Sends one request of the newsletter form. The mutation of the form retries after a lost or stalled connection.
 *
 * @returns undefined for an unknown response, which is not retried
 * @throws when the server cannot be reached
 */
export async function subscribe(email: string): Promise<SubscriptionOutcome | undefined> {
  const response = await fetch(location.origin + newsletterPath, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ email }),
    signal: AbortSignal.timeout(requestTimeout),
  });
  return parseResponse(response);
}

/** The rate limit of all requests, a server error and a proxy respond without our JSON. Then the status decides. */
async function parseResponse(response: Response) {
  const outcome = parseSubscriptionOutcome(await response.json().catch(() => undefined));
  if (outcome !== undefined) return outcome;
  if (response.status === 429) return 'limited';
  return response.status >= 500 ? 'unavailable' : undefined;
}
