import { newsletterToasts, subscriptionErrors } from '#shared/content/newsletter-responses.ts';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { newsletterPath } from '#shared/newsletter/form.ts';
import {
  parseSubscriptionOutcome,
  type SubscriptionOutcome,
} from '#shared/newsletter/subscription.ts';
import type { PromiseTexts } from '../notifications/notice.ts';

/** Milliseconds. The server gives up earlier, so no response by then means that the network stalls. */
const requestTimeout = 15_000;

interface Subscription {
  readonly outcome: SubscriptionOutcome;
  /** Whether the thank-you page follows. */
  readonly isThanked: boolean;
}

/** The texts of the toast. The message below the field says the same, and stays. */
export const toastTexts: PromiseTexts<Subscription> = {
  loading: newsletterToasts.sending,
  done: ({ outcome, isThanked }) => {
    if (isThanked) return undefined;
    if (outcome === 'accepted') return { kind: 'success', ...newsletterToasts.accepted };
    const description = subscriptionErrors[outcome];
    return { kind: 'error', ...newsletterToasts.rejected, description };
  },
  failed: () => (navigator.onLine ? newsletterToasts.failed : undefined), // Offline there is a notice.
};

/** The messages below the field when a subscription was not accepted. */
export const errorTexts = subscriptionErrors;

/** The message below the field for an address that the server would reject; undefined for a good one. */
export function findAddressError(text: string): string | undefined {
  const { kind } = parseEmailAddress(text);
  return kind === 'address' ? undefined : errorTexts[kind];
}

/** A key for one submission: the server counts it once, however often the network repeats its request. */
export function createSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // `randomUUID` is missing without TLS.
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends the newsletter form's request once. The form's mutation repeats it after a lost or stalled connection.
 *
 * @param key of the submission, from `createSubmissionKey`
 * @returns undefined where the response is unknown: then it is not repeated
 * @throws when the server cannot be reached
 */
export async function subscribe(
  email: string,
  key: string,
): Promise<SubscriptionOutcome | undefined> {
  const response = await fetch(newsletterPath, {
    method: 'POST',
    headers: { accept: 'application/json', 'idempotency-key': key },
    body: new URLSearchParams({ email }),
    signal: AbortSignal.timeout(requestTimeout),
  });
  return parseResponse(response);
}

/** The limit on all requests, a failure of the server and a proxy respond without our JSON: then the status decides. */
async function parseResponse(response: Response) {
  const outcome = parseSubscriptionOutcome(await response.json().catch(() => undefined));
  if (outcome !== undefined) return outcome;
  if (response.status === 429) return 'limited';
  return response.status >= 500 ? 'unavailable' : undefined;
}
