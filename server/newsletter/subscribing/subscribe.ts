import { hour } from '#shared/durations.ts';
import { type EmailAddressResult, parseEmailAddress } from '#shared/newsletter/email-address.ts';
import { getMailbox } from '#shared/newsletter/mailbox.ts';
import { findSite } from '../../proxy/client-subnet.ts';
import { createSubscriberId, type Keys } from '../keys/keys.ts';
import type { NewsletterSettings } from '../settings.ts';
import type { NewsletterStore } from '../store/store.ts';

/** One IPv6 /48 has 256 subnets (/56). Its limit is this many times the limit of one of them. */
const siteFactor = 5;

export type SubscribeResult =
  /** On disk. It is the same whether the address was new, waiting, confirmed or suppressed. */
  | { readonly kind: 'accepted' }
  | Exclude<EmailAddressResult, { kind: 'address' }>
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
 * @param subnet the visitor's, from `getClientSubnet`
 * @throws StoreUnavailable, and then nothing is stored
 */
export async function subscribe(
  text: string,
  subnet: string,
  { store, keys, limits, consent }: SubscribeDependencies,
): Promise<SubscribeResult> {
  const email = parseEmailAddress(text);
  if (email.kind !== 'address') return email;
  const { address, key } = email;
  const site = findSite(subnet);
  const wait = await store.count([
    // From narrow to wide: one subnet must not use up the limit that everybody shares.
    { key: keys.nameLimit('network', subnet), max: limits.subnet, window: hour },
    ...(site === undefined
      ? []
      : [{ key: keys.nameLimit('site', site), max: limits.subnet * siteFactor, window: hour }]),
    { key: nameAddressLimit(keys, key), max: limits.address, window: 24 * hour },
    { key: keys.nameLimit('overall', ''), max: limits.overall, window: hour },
  ]);
  if (wait !== undefined) return { kind: 'limited', retryAfterSeconds: Math.ceil(wait / 1000) };
  const hashes = keys.hashAddressByAll(key);
  await store.subscribe({ id: createSubscriberId(), address, key, hashes, consent });
  return { kind: 'accepted' };
}

/** The key of the limit that all spellings of an address share: `asha+one@…`, `asha+two@…`. */
export function nameAddressLimit(keys: Keys, key: string): string {
  return keys.nameLimit('address', getMailbox(key));
}
