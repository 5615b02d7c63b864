import { randomBytes } from 'node:crypto';
import type { NewsletterStore } from '#server/newsletter/store/store-sql.ts';
import { day } from '#shared/durations.ts';
import { openDatabase, type StoreKind } from './newsletter-stores.ts';

export const makeId = () => randomBytes(8).toString('hex');
export const hashOf = (key: string) => `hash of ${key}`;
export const hashesOf = (key: string) => [hashOf(key), `old hash of ${key}`];
export const makeRequest = (key = `${makeId()}@example.com`) => ({
  id: makeId(),
  address: key.toUpperCase(),
  key,
  hashes: hashesOf(key),
  consent: 'v1',
});

/** An open store over a database of its own, until the test ends. */
export async function openStore(kind: StoreKind) {
  const database = await openDatabase(kind);
  const store = database.createStore();
  await store.open();
  return { database, store };
}

/** Claims the next mail for a minute, as a worker does. */
export const claimNext = (store: NewsletterStore, hash = makeId()) =>
  store.claim(60_000, { hash, lifetime: 3 * day }, 60_000);

/** The same where one is due. */
export async function claimMail(store: NewsletterStore, hash?: string) {
  const mail = await claimNext(store, hash);
  if (!mail) throw new Error('No mail is due');
  return mail;
}

/** What the worker does with the next mail, up to the link that the subscriber follows. */
export async function sendConfirmation(store: NewsletterStore) {
  const hash = makeId();
  await store.markSent(await claimMail(store, hash));
  return hash;
}
