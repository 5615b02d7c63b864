import type { SealedSecret } from '../keys/keys.ts';

/*
 * What the newsletter keeps, as an interface: embedded (`store-sqlite.ts`) or shared by several
 * replicas (`store-postgres.ts`). All times are the database's own, so that replicas whose clocks
 * differ agree; durations are handed in as milliseconds. Every method rejects with a
 * `StoreUnavailable` when the database cannot be reached or cannot write; then nothing was changed.
 */

/** The database is down, locked or full. What was asked for has not happened; asking again is safe. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The newsletter’s database cannot be used', { cause });
    this.name = 'StoreUnavailable';
  }
}

/** Why nothing is sent to an address any more. `left`: its owner went, and may come back. */
export type SuppressionReason = 'left' | 'refused' | 'operator';

/** So many in so many milliseconds; the key is a keyed hash, never an address. */
export interface Limit {
  readonly key: string;
  readonly most: number;
  readonly window: number;
}

export interface SubscriptionRequest {
  /** For a new subscriber; ignored for one who is known. */
  readonly id: string;
  readonly address: string;
  /** The address in lower case: one subscriber each. */
  readonly key: string;
  /** Keyed hashes of `key`, one for each secret. */
  readonly hashes: readonly string[];
  /** Version of the text that was agreed to. */
  readonly consent: string;
}

export interface Subscriber {
  readonly id: string;
  readonly address: string;
  readonly key: string;
  readonly status: 'pending' | 'confirmed';
  /** Milliseconds since 1970: both clicks of the double opt-in. */
  readonly requestedAt: number;
  readonly confirmedAt: number | null;
  readonly consent: string;
}

/** By what a person is found: the address key, its keyed hashes, and the keys of its limits. */
export interface Person {
  readonly key: string;
  readonly hashes: readonly string[];
  readonly limits: readonly string[];
}

/** A row as the database has it: column name to value. */
export type Row = Readonly<Record<string, unknown>>;

export type ConfirmOutcome = 'confirmed' | 'already-confirmed' | 'expired';

/** What a confirmation link can still do. */
export type ConfirmationState = 'valid' | 'already-confirmed' | 'expired';

/** A mail of the outbox that one worker has taken. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: 'confirmation' | 'issue';
  readonly editionId: string | null;
  /** How often it has been taken, this time included. */
  readonly attempts: number;
  /** How often it was refused for good, bounces aside. */
  readonly refusals: number;
  readonly subscriberId: string;
  readonly address: string;
  readonly key: string;
}

/** A newsletter as it is sent. Its id is a hash of the rest: the same issue is never two. */
export interface Issue {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** Mails not yet sent, how long the oldest has been waiting, and batches that wait for somebody. */
export interface Backlog {
  readonly paused: number;
  readonly waiting: number;
  readonly oldestSeconds: number;
}

export interface Stats extends Backlog {
  readonly pending: number;
  readonly confirmed: number;
  readonly suppressed: Readonly<Record<SuppressionReason, number>>;
  /** Mails no longer tried. */
  readonly abandoned: number;
  readonly sent: number;
}

export interface Recipients {
  readonly confirmed: number;
  /** Of those, whom this issue has been queued for, sent or not. */
  readonly queued: number;
  readonly sent: number;
}

/** An issue's id, or `confirmation` for all mails that ask for the second click. */
export type Batch = string;

export function findBatch({ editionId }: Pick<QueuedMail, 'editionId'>): Batch {
  return editionId ?? 'confirmation';
}

/** A batch that is not sent until somebody resumes it. */
export interface Pause {
  readonly batch: Batch;
  /** Of the issue; null for confirmations. */
  readonly subject: string | null;
  /** SMTP's code of the refusal that made it pause. */
  readonly code: string;
  readonly pausedAt: number;
  /** Mails that wait for it. */
  readonly mails: number;
}

/** A code of SMTP and how many it has hit. */
export interface CodeCount {
  readonly code: string;
  readonly count: number;
}

/** What an operator has to know of the sending. */
export interface DeliveryProblems {
  readonly pauses: readonly Pause[];
  /** Addresses that were removed because their server said that they do not exist. */
  readonly removed: readonly CodeCount[];
  /** Subscribers whose last mail has bounced; they stay for now. */
  readonly bouncing: readonly CodeCount[];
  /** Mails no longer tried, by their last code; empty where it is not known. */
  readonly abandoned: readonly CodeCount[];
}

export interface TidyResult {
  /** Subscribers who were removed. */
  readonly removed: number;
  /** The clock has jumped since the last time, or nobody tidied for a day: nobody is removed yet. */
  readonly isHeld: boolean;
}

export interface NewsletterStore {
  /** Connects and brings the tables up to date, under a lock. Again after a failure. */
  open(): Promise<void>;
  /**
   * Counts one hit against each limit in turn, up to the first that is exceeded: who is stopped by
   * an early one does not use up a later one. Always in the same order, or replicas could deadlock.
   * @returns undefined, or the milliseconds after which the exceeded limit allows one again
   */
  count(limits: readonly Limit[]): Promise<number | undefined>;
  /** Subscriber and mail in one transaction, on disk when it resolves. Never tells which it was. */
  subscribe(request: SubscriptionRequest): Promise<void>;
  /** @param hashesOf keyed hashes of an address key, to lift a suppression by its owner's wish */
  confirm(tokenHash: string, hashesOf: (key: string) => readonly string[]): Promise<ConfirmOutcome>;
  /** What `confirm` would say, without changing anything. */
  findConfirmation(tokenHash: string): Promise<ConfirmationState>;
  /** Removes a subscriber with all mails. @returns whether there was one */
  remove(
    who: { readonly id: string } | { readonly key: string },
    suppression: { readonly reason: SuppressionReason; hashOf(key: string): string } | undefined,
  ): Promise<boolean>;
  /** Suppresses an address that may not be a subscriber's, and removes the subscriber if it is. */
  suppress(key: string, hash: string, reason: SuppressionReason): Promise<void>;
  /** Every row about one person, by the name of its table without `newsletter_`. */
  findPerson(person: Person): Promise<Readonly<Record<string, readonly Row[]>>>;
  /** Deletes every row that is about nobody else. @returns whether there was one */
  deletePerson(person: Person): Promise<boolean>;
  findSuppression(hashes: readonly string[]): Promise<SuppressionReason | undefined>;
  /** Removes a suppression. @returns whether there was one */
  liftSuppression(hashes: readonly string[]): Promise<boolean>;
  /** Whether somebody with this id is suppressed: has left, was refused, or by the operator. */
  hasLeft(id: string): Promise<boolean>;
  findSubscriber(key: string): Promise<Subscriber | undefined>;
  /** Up to `count` subscribers behind an id, in the order of their ids. */
  listSubscribers(after: string, count: number): Promise<readonly Subscriber[]>;
  stats(): Promise<Stats>;
  /** The part of it that the metrics ask for every few seconds: looks at waiting mails alone. */
  findBacklog(): Promise<Backlog>;

  /**
   * Takes mails that are due, confirmations first; nobody else gets them before `lease` has passed.
   * @param leaseId a new one each time: only its holder may change these mails
   */
  claim(count: number, lease: number, leaseId: string): Promise<readonly QueuedMail[]>;
  /**
   * The last look before sending: extends the lease and stores the link's token.
   * @returns false where the mail is no longer ours, or its subscriber has left
   */
  begin(
    mail: QueuedMail,
    leaseId: string,
    lease: number,
    token: { readonly hash: string; readonly lifetime: number } | undefined,
  ): Promise<boolean>;
  markSent(mail: QueuedMail, leaseId: string): Promise<void>;
  /** Tries again later, or, without a delay, not before it is resumed. */
  postpone(
    mail: QueuedMail,
    leaseId: string,
    delay: number | undefined,
    failure?: { readonly code: string; readonly isRefusal: boolean },
  ): Promise<void>;
  /**
   * Counts a bounce: once a day, and from the beginning after a mail that was delivered. On the day
   * `maxDays` a confirmed subscriber is removed, and the suppression says why; only if this issue has
   * reached somebody, or nobody could tell a dead address from a fault of ours. A pending one stays:
   * its mail is abandoned. Before that the mail is tried again after `delay`, if there is one.
   */
  recordBounce(
    mail: QueuedMail,
    leaseId: string,
    bounce: {
      readonly code: string;
      /** Keyed hash of the address, for the suppression. */
      readonly hash: string;
      readonly maxDays: number;
      readonly delay: number | undefined;
    },
  ): Promise<'postponed' | 'abandoned' | 'removed'>;
  /** Abandons what waits of a batch, until it is resumed. @returns false where it was paused before */
  pause(batch: Batch, code: string): Promise<boolean>;
  /**
   * Makes a paused batch's abandoned mails due now; without a batch all that were abandoned.
   * @returns how many
   */
  resume(batch?: Batch): Promise<number>;
  findDeliveryProblems(): Promise<DeliveryProblems>;
  /** Gives back mails that were taken and not begun. */
  release(mails: readonly QueuedMail[], leaseId: string): Promise<void>;

  addEdition(issue: Issue): Promise<void>;
  findEdition(id: string): Promise<Issue | undefined>;
  /**
   * Queues an issue for up to `count` confirmed subscribers behind an id, each only once, ever.
   * @returns the last id looked at, or undefined at the end
   */
  queueEdition(editionId: string, after: string, count: number): Promise<string | undefined>;
  countRecipients(editionId: string): Promise<Recipients>;

  /**
   * Removes unconfirmed subscribers older than `age` and limits that are over, and makes due now what
   * is due later than in `maxWait`: no mail waits so long, unless the clock was set back. Removes
   * nobody for a day after the clock has jumped: `isHeld`.
   */
  tidy(age: number, maxWait: number): Promise<TidyResult>;
  /** Keeps the encrypted secrets beside those that are known. */
  addSecrets(secrets: readonly SealedSecret[]): Promise<void>;
  listSecrets(): Promise<readonly SealedSecret[]>;
  /** Suppressions whose fingerprints were made with one of these secrets. */
  countSuppressionsOf(secretIds: readonly string[]): Promise<number>;
  /** Keeps the wording behind a consent's version. */
  rememberConsent(version: string, text: string): Promise<void>;
  findConsent(version: string): Promise<string | undefined>;
  /**
   * Writes a whole copy to a new file, while the server goes on.
   * @returns false where the database has tools of its own for that
   * @throws where the file exists or cannot be written
   */
  backUp(file: string): Promise<boolean>;
  close(): Promise<void>;
}
