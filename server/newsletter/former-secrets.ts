import type { Keys } from './keys/keys.ts';
import type { NewsletterStore } from './store/store.ts';

/*
 * The fingerprint of a suppressed address is a hash that takes the secret, and it cannot be made anew:
 * nobody has the address any more. So the database keeps every secret that fingerprints were made
 * with, encrypted with the secrets that were given beside it (`APP_SECRET=new,old` for one start is
 * enough). A copy of the database alone tells nothing.
 */

/** Takes the secrets of earlier starts back, and keeps all of them for later ones. */
export async function restoreSecrets(store: NewsletterStore, keys: Keys): Promise<void> {
  keys.restoreSecrets(await store.listSecrets());
  await store.addSecrets(keys.sealSecrets());
}

/**
 * Suppressed addresses whose secret nobody has: they would be written to again. At most so many, since
 * fingerprints of the first version do not say whose they are.
 */
export async function countUnrecognised(store: NewsletterStore, keys: Keys): Promise<number> {
  const lost = keys.restoreSecrets(await store.listSecrets());
  return store.countSuppressionsOf(lost);
}
