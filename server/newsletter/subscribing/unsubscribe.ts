import type { Keys } from '../keys/keys.ts';
import type { NewsletterStore } from '../store/store.ts';

export type UnsubscribeOutcome =
  /** Nothing is sent to the address of the link any more. */
  | 'left'
  /** Altered, or so old that nobody knows whose it was. Nothing has changed. */
  | 'unknown-link';

/**
 * Leaves the newsletter. Who has left already has `left`, so that a second click is no error.
 *
 * @throws StoreUnavailable, and then nothing has changed
 */
export async function unsubscribe(
  token: string,
  { store, keys }: { readonly store: NewsletterStore; readonly keys: Keys },
): Promise<UnsubscribeOutcome> {
  const owner = keys.findLinkOwner(token);
  if (owner === undefined) return 'unknown-link';
  const wasSubscribed = await store.remove(owner, { reason: 'left', hashOf: keys.hashAddress });
  if (wasSubscribed || 'key' in owner) return 'left';
  return (await store.hasLeft(owner.id)) ? 'left' : 'unknown-link';
}
