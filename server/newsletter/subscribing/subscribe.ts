import { hour } from '#shared/durations.ts';
import type { EmailAddressResult } from '#shared/newsletter/email-address.ts';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { findMailbox } from '#shared/newsletter/mailbox.ts';
import { findSite } from '../../proxy/client-subnet.ts';
import { createSubscriberId, type Keys } from '../keys/keys.ts';
import type { NewsletterSettings } from '../settings.ts';
import type { NewsletterStore } from '../store/store.ts';

/** So many networks' requests are taken from one IPv6 /48, which has 256 of them. */
const siteFactor = 5;

export type SubscribeOutcome =
  /** On disk. The same whether the address was new, waiting, confirmed or suppressed. */
  | { readonly kind: 'accepted' }
  | Extract<EmailAddressResult, { kind: 'refused' }>
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

interface SubscribeDependencies {
  readonly store: NewsletterStore;
  readonly keys: Keys;
  readonly limits: NewsletterSettings['limits'];
  /** Version of the text beside the form. */
  readonly consent: string;
}

/**
 * The first click of the double opt-in.
 *
 * @param network where the visitor comes from, as `getClientSubnet` names it
 * @throws StoreUnavailable, and then nothing is stored
 */
export async function subscribe(
  text: string,
  network: string,
  { store, keys, limits, consent }: SubscribeDependencies,
): Promise<SubscribeOutcome> {
  const email = parseEmailAddress(text);
  if (email.kind === 'refused') return email;
  const { address, key } = email;
  const site = findSite(network);
  const wait = await store.count([
    // From narrow to wide: one network must not use up what everybody shares.
    { key: keys.nameLimit('network', network), most: limits.network, window: hour },
    ...(site === undefined
      ? []
      : [{ key: keys.nameLimit('site', site), most: limits.network * siteFactor, window: hour }]),
    { key: nameAddressLimit(keys, key), most: limits.address, window: 24 * hour },
    { key: keys.nameLimit('overall', ''), most: limits.overall, window: hour },
  ]);
  if (wait !== undefined) return { kind: 'limited', retryAfterSeconds: Math.ceil(wait / 1000) };
  const hashes = keys.hashAddressByAll(key);
  await store.subscribe({ id: createSubscriberId(), address, key, hashes, consent });
  return { kind: 'accepted' };
}

/** The counter that all spellings of an address share: `asha+one@…`, `asha+two@…`. */
export function nameAddressLimit(keys: Keys, key: string): string {
  return keys.nameLimit('address', findMailbox(key));
}
