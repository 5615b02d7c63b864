import { day, hour, minute, second } from '#shared/dates/durations.ts';
import { linkHours } from '#shared/legal/retention.ts';

/* All times of sending, in milliseconds. */

/**
 * The time until the mail server has the whole mail, the greeting included: some servers greet after 20 s.
 * RFC 5321, section 4.5.3.2, recommends minutes, but each mail holds one of five places.
 */
export const attemptTimeout = 30 * second;

/** The time for the response to the whole mail (RFC 5321, section 4.5.3.2.6). */
export const responseTimeout = 10 * minute;

/** After this time an idle connection to the mail server is closed, before a firewall can forget it silently. */
export const idleTimeout = second;

/** How long the sender waits. */
export const defaultTiming = {
  /** The time between two checks when nothing is due. The sender's row lasts for three of them. */
  poll: 5 * second,
  /** The time of rest after a fault of the mail server. */
  rest: minute,
  attempt: attemptTimeout,
  response: responseTimeout,
  /** The time for responses at a stop. Orchestrators allow 60 s: `SHUTDOWN_DELAY` and this fit into them. */
  stop: 45 * second,
};

export type OutboxTiming = typeof defaultTiming;

/** The time for which a confirmation link works. */
export const tokenLifetime = linkHours * hour;

/** A mail that cannot be sent is given up when an attempt fails this long after its first one. */
export const maxAge = 3 * day;

const retryDelays = [minute, 5 * minute, 15 * minute, hour];
const maxRetryDelay = 4 * hour;

/** Milliseconds until the next attempt after this many. */
export const getRetryDelay = (attempts: number) => retryDelays[attempts - 1] ?? maxRetryDelay;
