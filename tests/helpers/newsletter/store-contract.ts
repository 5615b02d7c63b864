import { randomBytes } from 'node:crypto';
import { type QueueName, queueNames, type TakenMail } from '#server/newsletter/store/store.ts';
import { age, openDatabase, queueEdition, type StoreKind } from './newsletter-stores.ts';

const makeId = () => randomBytes(8).toString('hex');
export const hashOf = (key: string) => `hash of ${key}`;
export const hashesOf = (key: string) => [hashOf(key), `old hash of ${key}`];
export const makeRequest = (key = `${makeId()}@example.com`) => ({
  id: makeId(),
  address: key.toUpperCase(),
  key,
  mailbox: key,
  hashes: hashesOf(key),
  consent: 'v1',
});

/** An open store with a database of its own until the test ends, and the steps of a sender. */
export async function openStore(kind: StoreKind) {
  const database = await openDatabase(kind);
  const store = database.createStore();
  await store.open();
  /** Takes the next mail as the sender `holder`, from these queues. */
  async function take(queues: readonly QueueName[] = queueNames, hash = makeId(), holder = 'test') {
    await store.becomeSender(holder);
    for (const queue of queues) {
      const taken = await store.takeMail({
        holder,
        queue,
        inFlight: [],
        tokenHash: hash,
        hashesOf,
      });
      if (typeof taken === 'object') return taken;
    }
    return undefined;
  }
  /** Takes the next mail. @throws if none is due */
  async function takeMail(hash?: string) {
    const taken = await take(queueNames, hash);
    if (!taken) throw new Error('No mail is due');
    return taken;
  }
  const end = (mail: TakenMail, state: 'waiting' | 'refused' | 'given-up', delay = 0) =>
    store.storeStep(mail, { state, code: '450', refusals: 0, delay });
  const markSent = (mail: TakenMail) => store.storeStep(mail, { state: 'sent' });
  return {
    database,
    store,
    age: (milliseconds: number) => age(database, milliseconds),
    queueEdition: (which?: Parameters<typeof queueEdition>[2]) =>
      queueEdition(database, store, which),
    take,
    takeMail,
    end,
    /** Stores that the mail was delivered. */
    markSent,
    /** Sends the next mail as the sender does, and returns its link. */
    async sendConfirmation() {
      const hash = makeId();
      await markSent(await takeMail(hash));
      return hash;
    },
  };
}
