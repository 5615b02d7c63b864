import { newsletterToasts, subscriptionErrors } from '#shared/content/newsletter-responses.ts';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { newsletterPath } from '#shared/newsletter/form.ts';
import {
  parseSubscriptionOutcome,
  type SubscriptionOutcome,
} from '#shared/newsletter/subscription.ts';
import type { PromiseTexts } from '../notifications/notice.ts';

/** Milliseconds. The timeout of the server is shorter, so a missing response means that the network has stalled. */
const requestTimeout = 15_000;

interface Subscription {
  readonly outcome: SubscriptionOutcome;
  /** Whether the thank-you page follows. */
  readonly isThanked: boolean;
}

/** The texts of the toast. The message below the field has the same text and stays visible. */
export const toastTexts: PromiseTexts<Subscription> = {
  loading: newsletterToasts.sending,
  done: ({ outcome, isThanked }) => {
    if (isThanked) return undefined;
    if (outcome === 'accepted') return { kind: 'success', ...newsletterToasts.accepted };
    const description = subscriptionErrors[outcome];
    return { kind: 'error', ...newsletterToasts.rejected, description };
  },
  failed: () => (navigator.onLine ? newsletterToasts.failed : undefined), // Offline a notice is shown instead.
};

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
