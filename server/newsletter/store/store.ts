import type { OutcomeOf } from '#shared/newsletter/outcomes.ts';
import type { SealedSecret } from '../keys/keys.ts';

/*
 * What the newsletter stores, as an interface: embedded (`store-sqlite.ts`) or shared by several
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

/**
 * Why nothing is sent to an address any more. `unsubscribed`: its owner may come back. The tables say
 * `left` for it and `refused` for `bounced`: replicas of the version before read them.
 */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'operator';

/** At most `max` requests in `window` milliseconds. The key is a keyed hash, never an address. */
export interface Limit {
  readonly key: string;
  readonly max: number;
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

/** What the page of a confirmation link shows; `confirm`: the button. */
export type ConfirmationState = 'confirm' | 'already-confirmed' | 'link-expired';

/** `edition` is `issue` in the tables: replicas of the version before read them. */
export type MailKind = 'confirmation' | 'edition';

/** A mail of the outbox that one worker has claimed. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly editionId: string | null;
  /** How often it has been claimed, this time included. */
  readonly attempts: number;
  /** How often it was rejected, bounces aside. */
  readonly rejections: number;
  readonly subscriberId: string;
  readonly address: string;
  readonly key: string;
}

/** One newsletter. Its id is a hash of the rest: the same words are the same edition. */
export interface Edition {
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
  /** Mails that are no longer tried. */
  readonly givenUp: number;
  readonly sent: number;
}

export interface Recipients {
  readonly confirmed: number;
  /** Of those, the ones that this edition was queued for, sent or not. */
  readonly queued: number;
  readonly sent: number;
}

/** An edition's id, or `confirmation` for all mails that ask for the second click. */
export type Batch = string;

export function getBatch({ editionId }: Pick<QueuedMail, 'editionId'>): Batch {
  return editionId ?? 'confirmation';
}

/** A batch that is not sent until somebody resumes it. */
export interface Pause {
  readonly batch: Batch;
  /** Of the edition; null for confirmations. */
  readonly subject: string | null;
  /** SMTP's code of the rejection that made it pause. */
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
  /** Mails that were given up, by their last code; empty where it is not known. */
  readonly givenUp: readonly CodeCount[];
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
   * Counts one hit against each limit in turn, up to the first that is exceeded: a request
   * that an early one stops does not use up a later one. Always in the same order, or replicas could deadlock.
   * @returns undefined, or the milliseconds after which the exceeded limit allows one again
   */
  count(limits: readonly Limit[]): Promise<number | undefined>;
  /** Subscriber and mail in one transaction, on disk when it resolves. Never reveals which case it was. */
  subscribe(request: SubscriptionRequest): Promise<void>;
  /** @param hashesOf keyed hashes of an address key, to lift a suppression by its owner's wish */
  confirm(
    tokenHash: string,
    hashesOf: (key: string) => readonly string[],
  ): Promise<Exclude<OutcomeOf<'confirm'>, 'unavailable'>>;
  /** What `confirm` would do, without changing anything. */
  getConfirmationState(tokenHash: string): Promise<ConfirmationState>;
  /** Removes a subscriber with all mails. @returns whether there was one */
  remove(
    who: { readonly id: string } | { readonly key: string },
    suppression: { readonly reason: SuppressionReason; hashOf(key: string): string } | undefined,
  ): Promise<boolean>;
  /** Suppresses an address that may not be a subscriber's, and removes the subscriber if it is. */
  suppress(key: string, hash: string, reason: SuppressionReason): Promise<void>;
  /** Every row about one person, by the name of its table without `newsletter_`. */
  listPersonRows(person: Person): Promise<Readonly<Record<string, readonly Row[]>>>;
  /** Deletes every row that is about nobody else. @returns whether there was one */
  deletePerson(person: Person): Promise<boolean>;
  findSuppression(hashes: readonly string[]): Promise<SuppressionReason | undefined>;
  /** Removes a suppression. @returns whether there was one */
  liftSuppression(hashes: readonly string[]): Promise<boolean>;
  /** Whether the address of this former subscriber is suppressed, for any reason. */
  isSuppressed(id: string): Promise<boolean>;
  findSubscriber(key: string): Promise<Subscriber | undefined>;
  /** Up to `count` subscribers behind an id, in the order of their ids. */
  listSubscribers(after: string, count: number): Promise<readonly Subscriber[]>;
  stats(): Promise<Stats>;
  /** The part of it that the metrics ask for every few seconds: looks at waiting mails alone. */
  getBacklog(): Promise<Backlog>;

  /**
   * Claims mails that are due, confirmations first; nobody else gets them before `lease` has passed.
   * @param leaseId a new one each time: only its holder may change these mails
   */
  claim(count: number, lease: number, leaseId: string): Promise<readonly QueuedMail[]>;
  /**
   * The last look before sending: extends the lease and stores the link's token.
   * @returns false where the mail is no longer ours, or its subscriber is gone
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
    failure?: { readonly code: string; readonly isRejection: boolean },
  ): Promise<void>;
  /**
   * Counts a bounce: once a day, and from the beginning after a mail that was delivered. On the day
   * `maxDays` a confirmed subscriber is removed, and the suppression says why; only if this edition has
   * reached somebody, or nobody could tell a dead address from a fault of ours. A pending one stays:
   * its mail is given up. Before that the mail is tried again after `delay`, if there is one.
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
  ): Promise<'postponed' | 'given-up' | 'removed'>;
  /** Gives up what waits of a batch, until it is resumed. @returns false where it was paused before */
  pause(batch: Batch, code: string): Promise<boolean>;
  /**
   * Makes the mails of a paused batch due now; without a batch all that were given up.
   * @returns how many
   */
  resume(batch?: Batch): Promise<number>;
  getDeliveryProblems(): Promise<DeliveryProblems>;
  /** Gives back mails that were claimed and not begun. */
  release(mails: readonly QueuedMail[], leaseId: string): Promise<void>;

  addEdition(edition: Edition): Promise<void>;
  findEdition(id: string): Promise<Edition | undefined>;
  /**
   * Queues an edition for up to `count` confirmed subscribers behind an id, each only once, ever.
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
  /** Stores encrypted secrets beside those that are known. */
  addSecrets(secrets: readonly SealedSecret[]): Promise<void>;
  listSecrets(): Promise<readonly SealedSecret[]>;
  /** Suppressions whose fingerprints were made with one of these secrets. */
  countSuppressionsOf(secretIds: readonly string[]): Promise<number>;
  /** Stores the wording of a consent's version. */
  addConsent(version: string, text: string): Promise<void>;
  findConsent(version: string): Promise<string | undefined>;
  /**
   * Writes a whole copy to a new file, while the server goes on.
   * @returns false where the database has tools of its own for that
   * @throws where the file exists or cannot be written
   */
  backUp(file: string): Promise<boolean>;
  close(): Promise<void>;
}
