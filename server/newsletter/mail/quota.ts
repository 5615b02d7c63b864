import type { QueuedMail } from '../store/store.ts';
import type { SendOutcome } from './mailer.ts';

/** This many different recipients deferred in a row show that the mail server accepts no more mails for a time. */
export const maxDeferralsInRow = 10;

/** From this attempt on, every deferral counts: greylisting would have accepted the mail before. */
const lateAttempt = 4;

/**
 * Recognises a mail server with a quota, such as 100 mails in an hour. Its codes do not tell a quota from greylisting
 * (451 4.7.1 is used for both), but greylisting defers each first attempt (RFC 6647, section 2): if one was accepted, a
 * deferral is not greylisting.
 */
export function createQuotaWatch() {
  const deferred = new Set<string>();
  let hasAcceptedFirst = false;
  return {
    /** Counts an outcome. @returns whether all mails have to pause */
    record({ subscriberId, attempts }: QueuedMail, outcome: SendOutcome): boolean {
      if (outcome.kind === 'sent') {
        hasAcceptedFirst ||= attempts === 1;
        deferred.clear();
      }
      if (outcome.kind !== 'deferred' || outcome.scope !== 'recipient') return false;
      if (hasAcceptedFirst || attempts >= lateAttempt) deferred.add(subscriberId);
      if (deferred.size < maxDeferralsInRow) return false;
      deferred.clear(); // The next series counts from zero.
      return true;
    },
  };
}
