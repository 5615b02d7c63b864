import { hour, minute, second } from '#shared/durations.ts';

/*
 * The newsletter's one table of times, in milliseconds. Its parts have to fit into each other:
 * SMTP's own timeouts < one attempt < lease, and attempt < stop. `checkTiming` holds them to that.
 */

export interface OutboxTiming {
  /** How long a claimed mail is ours. What a killed worker held is sent by others after that. */
  readonly lease: number;
  /** The timeout of one attempt. Then its connection is cut, so that it cannot go on unseen. */
  readonly attempt: number;
  /** For noting in the database what became of an attempt. */
  readonly note: number;
  /** Between two looks when nothing is due. */
  readonly poll: number;
  /** After the mail server did not respond, or rejected us. */
  readonly pause: number;
}

/**
 * RFC 5321, section 4.5.3.2, would wait for minutes. The stop of this process waits for the attempt
 * in flight, so it is 30 s: a mail service responds within a few.
 */
export const defaultTiming: OutboxTiming = {
  lease: 40 * second,
  attempt: 30 * second,
  note: 2 * second,
  poll: 5 * second,
  pause: minute,
};

/** nodemailer's timeouts: until connected (DNS included), until the greeting, and of silence. */
export const smtpTimeouts = {
  dnsTimeout: 5 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
};

/** The timeout of stopping the worker: the attempt in flight, and noting its outcome. */
export function getStopTimeout({ attempt, note }: OutboxTiming): number {
  return attempt + note;
}

/** @throws when a part does not fit: a mail could be sent twice */
export function checkTiming(timing: OutboxTiming): OutboxTiming {
  const { lease, attempt, note } = timing;
  if (attempt + note >= lease) {
    throw new Error(
      `An attempt of ${attempt} ms and ${note} ms to note it do not fit into a lease of ${lease} ms`,
    );
  }
  return timing;
}

const maxDelay = 12 * hour;

/** 1, 2, 4 … minutes and never more than 12 hours until a mail that was deferred is tried again. */
export function getRetryDelay(attempts: number): number {
  return Math.min(minute * 2 ** Math.min(attempts - 1, 20), maxDelay);
}

/** So many attempts, about twelve days, and a deferred mail is no longer tried. */
export const maxAttempts = 30;

/** Until a mail is tried again that was rejected: once after an hour, once after twelve. */
const rejectionDelays = [hour, maxDelay] as const;

/**
 * "Permanent" leaves little hope (RFC 5321, section 4.2.1), but a full mailbox is emptied and a
 * blocklist entry removed.
 *
 * @param rejections how often it was rejected, this time included
 * @returns undefined after the third time
 */
export function getRejectionDelay(rejections: number): number | undefined {
  return rejectionDelays[rejections - 1];
}

/** After a bounce a mail is tried again a day later: bounces count on different days only. */
export const bounceDelay = 24 * hour;

/** A confirmed subscriber is removed after bounces on so many days without a mail delivered. */
export const maxBounceDays = 3;

/** No mail waits longer, unless the clock was set back. */
export const maxWait = bounceDelay + minute;
