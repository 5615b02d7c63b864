import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { NewsletterStore } from '#server/newsletter/store/store.ts';
import type { TestDatabase } from './newsletter-stores.ts';

export const day = 86_400_000;
export const makeId = () => randomBytes(8).toString('hex');
export const hashOf = (key: string) => `hash of ${key}`;
export const hashesOf = (key: string) => [hashOf(key), `old hash of ${key}`];
export const makeRequest = (key = `${makeId()}@example.com`) => ({
  id: makeId(),
  address: key.replace('@', '+News@'),
  key,
  hashes: hashesOf(key),
  consent: 'v1',
});

/** A new database with a store over it that is open. */
export async function openStoreIn(createDatabase: () => Promise<TestDatabase>) {
  const database = await createDatabase();
  const store = database.createStore();
  await store.open();
  return { database, store };
}

/** What the worker does with the next mail, up to the link that the subscriber follows. */
export async function sendConfirmation(store: NewsletterStore, lifetime = 3 * day) {
  const leaseId = makeId();
  const [mail] = await store.claim(1, 60_000, leaseId);
  if (!mail) throw new Error('No mail is waiting');
  const hash = makeId();
  expect(await store.begin(mail, leaseId, 60_000, { hash, lifetime })).toBe(true);
  await store.markSent(mail, leaseId);
  return hash;
}

export async function addConfirmed(store: NewsletterStore, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const request = makeRequest();
    await store.subscribe(request);
    await store.confirm(await sendConfirmation(store), hashesOf);
    keys.push(request.key);
  }
  return keys;
}
