import { day, hour, minute, second } from '#shared/dates/durations.ts';
import { linkHours } from '#shared/legal/retention.ts';

/*
 * All times of the outbox, in milliseconds. A test checks that they fit together.
 */

/** How long a worker may hold a claimed mail. Afterwards another worker may claim it. */
export const leaseTime = 40 * second;

/**
 * The time until the mail server has the whole mail. The attempt is then ended, so that it cannot continue unnoticed.
 * RFC 5321, section 4.5.3.2, recommends minutes. But stopping the process waits for the attempt in flight, and nothing
 * is delivered before.
 */
export const attemptTimeout = 30 * second;

/**
 * The time for the response to the whole mail (RFC 5321, section 4.5.3.2.6): the server may have delivered it, so a
 * second attempt could deliver it twice. Other mails are sent meanwhile, and a stop does not wait.
 */
export const responseTimeout = 10 * minute;

/** The lease of a mail without a response, from the end of `attemptTimeout` on. */
export const longLeaseTime = responseTimeout + leaseTime;

/** The same during a stop. Nearly all responses come in this time, and a mail without one is perhaps sent twice. */
export const stopResponseTimeout = 5 * second;

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
  socketTimeout: responseTimeout + attemptTimeout,
};

/** How long the worker waits. */
export const defaultTiming = {
  /** Between two checks when nothing is due. */
  poll: 5 * second,
  /** After the mail server did not respond, or rejected us. */
  pause: minute,
  attempt: attemptTimeout,
  response: responseTimeout,
};

export type OutboxTiming = typeof defaultTiming;

export const tokenLifetime = linkHours * hour;

/** A mail is given up when an attempt fails this long after its first one. */
export const maxAge = 10 * day;

/** A deferred mail is tried again after 1, 2, 4 … minutes, and then every hour. */
export const minRetryDelay = minute;
export const maxRetryDelay = hour;

/**
 * A rejected mail is tried again after an hour and after twelve. A permanent failure rarely goes away (RFC 5321,
 * section 4.2.1), but a full mailbox is emptied and a blocklist entry removed.
 */
export const rejectionDelays: readonly number[] = [hour, 12 * hour];

/** After a bounce a mail is tried again a day later: bounces count on different days only. */
export const bounceDelay = day;

/** A mail that is perhaps sent is tried once more after this time. */
export const silenceDelay = day;

/** A confirmed subscriber is removed after bounces on this many days without a delivered mail. */
export const maxBounceDays = 3;

/** No mail waits longer, unless the clock was set back. */
export const longestWait = day + minute;

/** `first`, twice that, four times … and never more than `max`. */
export function getRetryDelay(attempts: number, first: number, max: number): number {
  return Math.min(first * 2 ** Math.min(attempts - 1, 20), max);
}
