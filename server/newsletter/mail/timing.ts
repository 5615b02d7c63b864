import { day, hour, minute, second } from '#shared/dates/durations.ts';
import { linkHours } from '#shared/legal/retention.ts';

/*
 * All times of the outbox, in milliseconds. A test checks that they fit together: SMTP's own timeouts < one
 * attempt < lease, and attempt < stop.
 */

/** How long a worker may hold a claimed mail. Afterwards another worker may claim it. */
export const leaseTime = 40 * second;

/**
 * The timeout of one attempt. Its connection is then closed, so that the attempt cannot continue unnoticed. RFC 5321,
 * section 4.5.3.2, recommends minutes. But stopping the process waits for the attempt in flight, and a mail service
 * responds within a few seconds.
 */
export const attemptTimeout = 30 * second;

/** The time allowed for storing the outcome of an attempt. */
const recordTime = 2 * second;

/** Between two attempts to store an outcome while the database is away. */
export const recordRetryDelay = second / 2;

/** The timeout of stopping the worker: finish the attempt in flight and store its outcome. */
export const stopTimeout = attemptTimeout + recordTime;

/** nodemailer's timeouts: until connected (DNS included), until the greeting, and of silence. */
export const smtpTimeouts = {
  dnsTimeout: 5 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
};

/** How long the worker waits. */
export const defaultTiming = {
  /** Between two checks when nothing is due. */
  poll: 5 * second,
  /** After the mail server did not respond, or rejected us. */
  pause: minute,
};

export type OutboxTiming = typeof defaultTiming;

export const tokenLifetime = linkHours * hour;

/** A mail is given up when an attempt fails this long after its first one. */
export const maxAge = 10 * day;

/** While the mail server temporarily accepts no mails: the delay of the first attempt, and the longest delay. */
export const slowdownTimes = { first: minute, max: 10 * minute };

const maxRetryDelay = 12 * hour;

/**
 * A rejected mail is tried again after an hour and after twelve. A permanent failure rarely goes away (RFC 5321,
 * section 4.2.1), but a full mailbox is emptied and a blocklist entry removed.
 */
const rejectionDelays = [hour, maxRetryDelay] as const;

/** After a bounce a mail is tried again a day later: bounces count on different days only. */
export const bounceDelay = 24 * hour;

/** A confirmed subscriber is removed after bounces on this many days without a delivered mail. */
export const maxBounceDays = 3;

/** No mail waits longer, unless the clock was set back. */
export const longestWait = bounceDelay + minute;

/**
 * The time until a mail is tried again, by the outcome of the attempt.
 *
 * @param attempts at this mail, this one included
 * @param rejections of this mail, this one included
 * @returns undefined where it is given up
 */
export function findDelay(
  kind: 'rejected' | 'deferred',
  attempts: number,
  rejections: number,
): number | undefined {
  if (kind === 'rejected') return rejectionDelays[rejections - 1];
  return getRetryDelay(attempts, minute, maxRetryDelay);
}

/** `first`, twice that, four times … and never more than `max`. */
export function getRetryDelay(attempts: number, first: number, max: number): number {
  return Math.min(first * 2 ** Math.min(attempts - 1, 20), max);
}
