import type { Keys } from './keys.ts';
import type { NewsletterStore } from './store.ts';

export type UnsubscribeOutcome = 'left' | 'unknown-link';

/**
 * Leaves the newsletter. Who has left already has `left`, so that a second click is no error.
 *
 * @throws StoreUnavailable, and then nothing has changed
 */
export async function unsubscribe(
  token: string,
  { store, keys }: { readonly store: NewsletterStore; readonly keys: Keys },
): Promise<UnsubscribeOutcome> {
  const id = keys.findSubscriberId(token);
  if (id === undefined) return 'unknown-link';
  await store.remove({ id }, { reason: 'left', hashOf: keys.hashAddress });
  return 'left';
}
