import type { QueuedMail } from '../store/store.ts';
import type { SendOutcome } from './mailer.ts';

/**
 * This many rejected recipients of an edition in a row show a fault of ours, such as a wrong sender. Confirmations do
 * not count: visitors type those addresses, and ten typing errors are no fault of ours.
 */
export const maxRejectionsInRow = 10;

/**
 * This many rejections of the sender, the login or the message show a fault of ours too. They do not depend on the
 * recipient, so the next mail would fail as well (RFC 5321, section 4.2.1: do not repeat the exact request).
 */
export const maxFailuresInRow = 3;

/** Counts rejections in a row, for each batch. A deferred mail changes nothing. */
export function createCircuitBreaker() {
  const counts = new Map<string, { rejections: number; failures: number }>();
  return {
    /** Counts an outcome of a batch. @returns whether the batch has to pause */
    record({ batch, kind }: Pick<QueuedMail, 'batch' | 'kind'>, outcome: SendOutcome): boolean {
      const count = counts.get(batch) ?? { rejections: 0, failures: 0 };
      if (outcome.kind === 'sent') counts.delete(batch);
      if (outcome.kind === 'sent' || outcome.kind === 'deferred') return false;
      if (outcome.kind === 'rejected' && outcome.scope !== 'recipient') count.failures += 1;
      if (kind === 'edition') count.rejections += 1;
      counts.set(batch, count);
      return count.rejections >= maxRejectionsInRow || count.failures >= maxFailuresInRow;
    },

    /** Counts from zero again: the batch is paused, and mails sent after its `resume` may be accepted. */
    reset: (batch: string) => void counts.delete(batch),
  };
}
