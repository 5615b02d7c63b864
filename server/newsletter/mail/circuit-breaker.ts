import type { SendOutcome } from './mailer.ts';

/**
 * So many recipients refused in a row are a fault of ours. Even where one address in five is dead,
 * chance brings ten in a row once in ten million mails; a wrong sender brings them at once.
 */
export const maxRefusalsInRow = 10;

/**
 * So many refusals of the sender, the login or the message: they are not about a recipient, and the
 * next recipient changes nothing (RFC 5321, section 4.2.1: do not repeat the exact request).
 */
export const maxFailuresInRow = 3;

export interface CircuitBreaker {
  /**
   * Counts an outcome of a batch.
   * @returns `open`: the batch has to pause · `recovered`: a mail was delivered after that
   */
  record(batch: string, outcome: SendOutcome): 'closed' | 'open' | 'recovered';
}

/** Counts refusals in a row, for each batch. A deferred mail says nothing of either kind. */
export function createCircuitBreaker(): CircuitBreaker {
  const counts = new Map<string, { refusals: number; failures: number }>();
  const isOpen = ({ refusals, failures }: { refusals: number; failures: number }) =>
    refusals >= maxRefusalsInRow || failures >= maxFailuresInRow;
  return {
    record(batch, outcome) {
      const count = counts.get(batch) ?? { refusals: 0, failures: 0 };
      switch (outcome.kind) {
        case 'sent':
          counts.delete(batch);
          return isOpen(count) ? 'recovered' : 'closed';
        case 'deferred':
          return 'closed';
        case 'rejected':
          if (outcome.scope !== 'recipient') count.failures += 1;
          break;
        case 'bounced':
          break;
      }
      count.refusals += 1;
      counts.set(batch, count);
      return isOpen(count) ? 'open' : 'closed';
    },
  };
}
