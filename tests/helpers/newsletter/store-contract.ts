import { randomBytes } from 'node:crypto';
import type { MailStep } from '#server/newsletter/store/store.ts';
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

/** An open store with a database of its own until the test ends, and the steps of a worker. */
export async function openStore(kind: StoreKind) {
  const database = await openDatabase(kind);
  const store = database.createStore();
  await store.open();
  /** Claims the next mail for a minute. */
  const claimNext = async (
    hash = makeId(),
    more: { interval?: number; isReversed?: boolean } = {},
  ) => {
    const claimed = await store.claim({ ...leases, token: { hash, lifetime: 3 * day }, ...more });
    return claimed && { ...claimed.mail, ...claimed.state };
  };
  /** Claims the next mail. @throws if none is due */
  const claimMail = async (hash?: string) => {
    const mail = await claimNext(hash);
    if (!mail) throw new Error('No mail is due');
    return mail;
  };
  type Claimed = Parameters<typeof store.record>[0];
  const record = (mail: Claimed, next: Partial<MailStep> & Pick<MailStep, 'mail'>, code = '450') =>
    store.record(mail, { rejections: 0, silences: 0, ...next }, { code, hash: 'hash' });
  const postpone = (mail: Claimed, delay = 0) =>
    record(mail, { mail: { state: 'waiting', delay } });
  const giveUp = (mail: Claimed) => record(mail, { mail: { state: 'given-up' } });
  const markSent = (mail: Claimed) => record(mail, { mail: { state: 'sent' }, bounceDays: 0 });
  return {
    database,
    store,
    age: (milliseconds: number) => age(database, milliseconds),
    queueEdition: (which?: Parameters<typeof queueEdition>[2]) =>
      queueEdition(database, store, which),
    claimNext,
    claimMail,
    record,
    postpone,
    giveUp,
    /** Stores that the mail was delivered. */
    markSent,
    /** Sends the next mail as the worker does, and returns its link. */
    async sendConfirmation() {
      const hash = makeId();
      await markSent(await claimMail(hash));
      return hash;
    },
  };
}
