import type { OutcomeOf } from '#shared/newsletter/outcomes.ts';
import type { Keys } from '../keys/keys.ts';
import type { NewsletterStore } from '../store/store.ts';

/**
 * Removes a subscriber and suppresses the address. A second click is `unsubscribed` as well. A link that
 * was altered, or that is too old to tell whose it was, is `link-unknown` and changes nothing.
 *
 * @throws StoreUnavailable, and then nothing has changed
 */
export async function unsubscribe(
  token: string,
  { store, keys }: { readonly store: NewsletterStore; readonly keys: Keys },
): Promise<OutcomeOf<'unsubscribe'>> {
  const owner = keys.findLinkOwner(token);
  if (owner === undefined) return 'link-unknown';
  const suppression = { reason: 'unsubscribed', hashOf: keys.hashAddress } as const;
  const wasSubscribed = await store.remove(owner, suppression);
  if (wasSubscribed || 'key' in owner) return 'unsubscribed';
  return (await store.isSuppressed(owner.id)) ? 'unsubscribed' : 'link-unknown';
}
