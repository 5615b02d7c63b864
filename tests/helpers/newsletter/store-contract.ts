import { randomBytes } from 'node:crypto';
import { day, minute } from '#shared/dates/durations.ts';
import { age, openDatabase, queueEdition, type StoreKind } from './newsletter-stores.ts';

const makeId = () => randomBytes(8).toString('hex');
const leases = { lease: minute, probeDelay: minute };
export const hashOf = (key: string) => `hash of ${key}`;
export const hashesOf = (key: string) => [hashOf(key), `old hash of ${key}`];
export const makeRequest = (key = `${makeId()}@example.com`) => ({
  id: makeId(),
  address: key.toUpperCase(),
  key,
  hashes: hashesOf(key),
  consent: 'v1',
});

/** A deferral of a mail that is tried for ten days. */
export const deferral = (delay?: number) =>
  ({ code: '450', kind: 'deferred', delay, maxAge: 10 * day }) as const;

/** An open store with a database of its own until the test ends, and the steps of a worker. */
export async function openStore(kind: StoreKind) {
  const database = await openDatabase(kind);
  const store = database.createStore();
  await store.open();
  const claim = (hash = makeId(), inFlight: readonly string[] = []) =>
    store.claim({ ...leases, token: { hash, lifetime: 3 * day }, inFlight });
  /** Claims the next mail for a minute. */
  const claimNext = async (...given: Parameters<typeof claim>) => (await claim(...given))?.mail;
  /** Claims the next mail. @throws if none is due */
  const claimMail = async (hash?: string) => {
    const mail = await claimNext(hash);
    if (!mail) throw new Error('No mail is due');
    return mail;
  };
  return {
    database,
    store,
    age: (milliseconds: number) => age(database, milliseconds),
    queueEdition: () => queueEdition(store),
    claim,
    claimNext,
    claimMail,
    /** Sends the next mail as the worker does, and returns its link. */
    async sendConfirmation() {
      const hash = makeId();
      await store.markSent(await claimMail(hash));
      return hash;
    },
  };
}
