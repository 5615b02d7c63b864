import type { Keys } from './keys/keys.ts';
import type { NewsletterStore } from './store/store.ts';

/*
 * The fingerprint of a suppressed address is a hash that takes the secret, and it cannot be made anew:
 * nobody has the address any more. So the database stores every secret that fingerprints were made
 * with, encrypted with the secrets that were given beside it (`APP_SECRET=new,old` for one start is
 * enough). A copy of the database alone reveals nothing.
 */

/** Reads the secrets of earlier starts, and stores all secrets for later ones. */
export async function restoreSecrets(store: NewsletterStore, keys: Keys): Promise<void> {
  keys.restoreSecrets(await store.listSecrets());
  await store.addSecrets(keys.sealSecrets());
}

/**
 * Counts suppressed addresses whose secret is lost: they would be written to again. An upper bound, since
 * fingerprints of the first version do not say whose they are.
 */
export async function countUnrecognised(store: NewsletterStore, keys: Keys): Promise<number> {
  const lost = keys.restoreSecrets(await store.listSecrets());
  return store.countSuppressionsOf(lost);
}
