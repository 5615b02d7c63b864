import * as z from 'zod';

/*
 * The newsletter's rows. All times are the database's own, so that replicas whose clocks differ agree. Durations are
 * arguments, in milliseconds.
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
  /** The id of a new subscriber. A known one keeps its id. */
  readonly id: string;
  readonly address: string;
  /** The address in lower case: one subscriber for each. */
  readonly key: string;
  /** A hash that is the same for all spellings of a mailbox, which share a limit. */
  readonly mailbox: string;
  /** Keyed hashes of `key`, one for each secret. */
  readonly hashes: readonly string[];
  /** Version of the text that was agreed to. */
  readonly consent: string;
}

/** A subscriber. `listSubscribers` selects the column of each field. */
export const subscriberRow = z.object({
  id: z.string(),
  address: z.string(),
  status: z.enum(['pending', 'confirmed']),
  /** The times of both clicks of the double opt-in, in milliseconds since 1970. */
  requestedAt: z.number(),
  confirmedAt: z.number().nullable(),
  consent: z.string(),
});
export type Subscriber = z.infer<typeof subscriberRow>;

/** The keys that find a person: the address key and its keyed hashes. */
export interface Person {
  readonly key: string;
  readonly hashes: readonly string[];
}

/** One edition of the newsletter. Its id is a hash of the operator's words: the same words are the same edition. */
export interface Edition {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  /** It has a marker where each mail has its unsubscribe link. */
  readonly html: string;
}

/** How long a process is the sender without renewing it, in milliseconds. */
export const senderTime = 15_000;

/** The queues of mails: confirmations and editions that were not tried yet, and all others. */
export const queueNames = ['confirmations', 'editions', 'repeats'] as const;
export type QueueName = (typeof queueNames)[number];

const queuedMail = {
  id: z.string(),
  subscriberId: z.string(),
  address: z.string(),
  key: z.string(),
};

/** A mail and its reader. */
export const queuedMailRow = z.discriminatedUnion('kind', [
  z.object({ ...queuedMail, kind: z.literal('confirmation') }),
  z.object({
    ...queuedMail,
    kind: z.literal('edition'),
    editionId: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
]);
export type QueuedMail = z.infer<typeof queuedMailRow>;

/** What the next step of a mail depends on. */
export const attemptRow = z.object({
  /** The number of attempts, with this one. */
  attempts: z.number(),
  /** How often it was refused before, without blame for its address. */
  refusals: z.number(),
  /** Milliseconds since the first attempt. */
  age: z.number(),
});
export type TakenMail = QueuedMail & z.infer<typeof attemptRow>;

/** What follows from an attempt for its mail. */
export type MailStep =
  | { readonly state: 'sent' }
  /** The attempt does not count, and the mail is due. */
  | { readonly state: 'untried' }
  | {
      /** `refused`: the mail server refuses the address. */
      readonly state: 'waiting' | 'refused' | 'given-up';
      /** SMTP's, or the name of a network error. */
      readonly code: string;
      readonly refusals: number;
      /** Milliseconds until the next attempt. */
      readonly delay: number;
    };

/** An edition with the numbers of its mails by their state. Times are in milliseconds since 1970. */
export const editionRow = z.object({
  id: z.string(),
  subject: z.string(),
  sent: z.number(),
  waiting: z.number(),
  givenUp: z.number(),
  pausedAt: z.number().nullable(),
  /** SMTP's code of the last refusal, or `operator`. */
  pauseCode: z.string().nullable(),
  cancelledAt: z.number().nullable(),
  /** Its mails are deleted. */
  closedAt: z.number().nullable(),
});
export type EditionCounts = z.infer<typeof editionRow>;

/** SMTP's code, empty where unknown, and the number of mails or addresses with it. */
export const codeCountRow = z.object({ code: z.string(), count: z.number() });
export type CodeCount = z.infer<typeof codeCountRow>;
