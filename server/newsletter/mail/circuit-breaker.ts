import type { SendOutcome } from './mailer.ts';

/**
 * So many rejected recipients in a row show a fault of ours. Where one address in five is dead, chance causes ten in
 * a row once in ten million mails; a wrong sender causes them at once.
 */
export const maxRejectionsInRow = 10;

/**
 * So many rejections of the sender, the login or the message show one too. They do not depend on the recipient, so
 * the next mail would fail as well (RFC 5321, section 4.2.1: do not repeat the exact request).
 */
export const maxFailuresInRow = 3;

/** Counts rejections in a row, for each batch. A deferred mail counts as neither. */
export function createCircuitBreaker() {
  const counts = new Map<string, { rejections: number; failures: number }>();
  const isOpen = ({ rejections, failures }: { rejections: number; failures: number }) =>
    rejections >= maxRejectionsInRow || failures >= maxFailuresInRow;
  return {
    /**
     * Counts an outcome of a batch.
     * @returns `open`: the batch has to pause · `recovered`: a mail was delivered after that
     */
    record(batch: string, outcome: SendOutcome): 'closed' | 'open' | 'recovered' {
      const count = counts.get(batch) ?? { rejections: 0, failures: 0 };
      if (outcome.kind === 'deferred') return 'closed';
      if (outcome.kind === 'sent') {
        counts.delete(batch);
        return isOpen(count) ? 'recovered' : 'closed';
      }
      if (outcome.kind === 'rejected' && outcome.scope !== 'recipient') count.failures += 1;
      count.rejections += 1;
      counts.set(batch, count);
      return isOpen(count) ? 'open' : 'closed';
    },
  };
}
