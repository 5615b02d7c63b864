import * as z from 'zod';

/*
 * The newsletter's rows. The files `store-sql-*.ts` have the queries, for an embedded database (`store-sqlite.ts`)
 * or one that several replicas share (`store-postgres.ts`). All times are the database's own, so that replicas whose
 * clocks differ agree. Durations are arguments, in milliseconds. Each schema parses the rows of one SELECT, which names
 * its columns like the schema's fields.
 */

/** The database is down, locked or full; the caller may try again. Every method of the store may reject with it. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The newsletter’s database cannot be used', { cause });
    this.name = 'StoreUnavailable';
  }
}

/**
 * How long an action waits for other processes and begins statements, in milliseconds. Each statement may take the same
 * time. A visitor waits for all of it, and a proxy waits at most 20 s.
 */
export const actionTimeout = 5_000;

export interface SubscriptionRequest {
  /** For a new subscriber; a known one has an id already. */
  readonly id: string;
  readonly address: string;
  /** The address in lower case: one subscriber for each. */
  readonly key: string;
  /** Keyed hashes of `key`, one for each secret. */
  readonly hashes: readonly string[];
  /** Version of the text that was agreed to. */
  readonly consent: string;
  readonly submission?: Submission | undefined;
}

/** Identifies one submission. The form's script repeats it with each retry, so that it is counted and stored once. */
export interface Submission {
  /** The key of the limit of its address. */
  readonly owner: string;
  /** The script's, random. */
  readonly key: string;
  /** How long it is remembered, in milliseconds. */
  readonly lifetime: number;
}

/** A subscriber. `listSubscribers` selects the column of each field. */
export const subscriberRow = z.object({
  id: z.string(),
  address: z.string(),
  status: z.enum(['pending', 'confirmed']),
  /** Milliseconds since 1970: both clicks of the double opt-in. */
  requestedAt: z.number(),
  confirmedAt: z.number().nullable(),
  consent: z.string(),
});
export type Subscriber = z.infer<typeof subscriberRow>;

/** The keys that find a person: the address key, its keyed hashes, and the keys of its limits. */
export interface Person {
  readonly key: string;
  readonly hashes: readonly string[];
  readonly limits: readonly string[];
}

/** One edition of the newsletter. Its id is a hash of the operator's words: the same words are the same edition. */
export interface Edition {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  /** With a marker where each mail has its unsubscribe link. */
  readonly html: string;
}

const claimedMail = {
  id: z.string(),
  /** Names the worker that has claimed it: only this worker may change it. */
  lease: z.string(),
  /** An edition's id, or `confirmation` for all mails that ask for the second click. */
  batch: z.string(),
  subscriberId: z.string(),
  address: z.string(),
  key: z.string(),
};

/** A mail of the outbox that one worker has claimed. */
export const queuedMailRow = z.discriminatedUnion('kind', [
  z.object({ ...claimedMail, kind: z.literal('confirmation') }),
  z.object({
    ...claimedMail,
    kind: z.literal('edition'),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
]);
export type QueuedMail = z.infer<typeof queuedMailRow>;

/** What the next step of a claimed mail depends on. Counts are from before this attempt. */
export const mailStateRow = z.object({
  kind: z.enum(['confirmation', 'edition']),
  /** How often it has been claimed, including this time. */
  attempts: z.number(),
  /** How often it was rejected, without bounces. */
  rejections: z.number(),
  /** How often the mail server had the whole mail and did not respond. */
  silences: z.number(),
  /** Milliseconds since the first attempt. */
  age: z.number(),
  /** Whether its batch pauses, and this mail tests whether the cause is gone. */
  isPaused: z.coerce.boolean(),
  isConfirmed: z.coerce.boolean(),
  /** The days on which mails to this subscriber bounced, without a delivered one between them. */
  bounceDays: z.number(),
  /** Whether the last of them is less than 24 hours ago. */
  hasBouncedToday: z.coerce.boolean(),
  /** Whether somebody has received this edition. */
  hasReached: z.coerce.boolean(),
});
export type MailState = z.infer<typeof mailStateRow>;

/** What follows from an attempt for its mail. */
export interface MailStep {
  /** `removed`: the subscriber, because the address does not exist. `delay`: milliseconds until the next attempt. */
  readonly mail:
    | { readonly state: 'sent' | 'perhaps-sent' | 'given-up' | 'removed' }
    | { readonly state: 'waiting'; readonly delay: number };
  readonly rejections: number;
  readonly silences: number;
  /** Where it changes. */
  readonly bounceDays?: number;
}

export interface ClaimedMail {
  readonly mail: QueuedMail;
  readonly state: MailState;
}

/**
 * The number of waiting mails, the age of the oldest, and the number of paused batches. Mails to addresses that bounce
 * and those that are perhaps sent do not count: they are tried once a day, which is not a fault of ours.
 */
export const backlogRow = z.object({
  paused: z.number(),
  waiting: z.number(),
  oldestSeconds: z.number(),
});

export const statsRow = z.object({
  pending: z.number(),
  confirmed: z.number(),
  /** Suppressed addresses. Those who unsubscribed may come back. */
  unsubscribed: z.number(),
  bounced: z.number(),
  operator: z.number(),
  /** Mails that are no longer tried. */
  givenUp: z.number(),
  /** Mails that are no longer tried because the mail server had them twice and did not respond. */
  perhapsSent: z.number(),
});

/** The number of confirmed subscribers, and for how many of them an edition was queued, sent (perhaps) or not. */
export const recipientsRow = z.object({
  confirmed: z.number(),
  queued: z.number(),
  sent: z.number(),
});

/** An edition that is not closed, with its mails by their state. */
export const editionRow = z.object({
  id: z.string(),
  subject: z.string(),
  sent: z.number(),
  waiting: z.number(),
  givenUp: z.number(),
  perhapsSent: z.number(),
});
export type EditionCounts = z.infer<typeof editionRow>;

export const closedEditionRow = z.object({
  id: z.string(),
  subject: z.string(),
  /** Milliseconds since 1970. */
  closedAt: z.number(),
  /** Mails that were given up because the edition was closed. */
  unsent: z.number(),
});
export type ClosedEdition = z.infer<typeof closedEditionRow>;

/** A batch that is not sent until it is resumed. */
export const pauseRow = z.object({
  batch: z.string(),
  /** Of the edition; null for confirmations. */
  subject: z.string().nullable(),
  /** SMTP's code of the rejection that made it pause. */
  code: z.string(),
  /** Milliseconds since 1970. */
  pausedAt: z.number(),
  /** Mails that wait for it. */
  mails: z.number(),
});
export type Pause = z.infer<typeof pauseRow>;

/** SMTP's code, empty where unknown, and the number of addresses with it. */
export const codeCountRow = z.object({ code: z.string(), count: z.number() });
export type CodeCount = z.infer<typeof codeCountRow>;
