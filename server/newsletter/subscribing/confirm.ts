import { hashToken, type Keys } from '../keys/keys.ts';
import type { ConfirmOutcome, NewsletterStore } from '../store/store.ts';

/**
 * The second click of the double opt-in.
 *
 * @param token from the mail's link; an altered one is `expired`, as one that nobody made
 * @throws StoreUnavailable, and then nothing has changed
 */
export async function confirm(
  token: string,
  { store, keys }: { readonly store: NewsletterStore; readonly keys: Keys },
): Promise<ConfirmOutcome> {
  const hash = hashToken(token);
  return hash === undefined ? 'expired' : store.confirm(hash, keys.hashAddressByAll);
}
