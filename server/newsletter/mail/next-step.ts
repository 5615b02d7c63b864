import type { MailStep, QueuedMail, TakenMail } from '../store/store.ts';
import { getRetryDelay, maxAge } from '../timing.ts';
import type { SendOutcome } from './mailer.ts';

/** A mail is given up when it is refused this often, without blame for its address. */
const maxRefusals = 3;

/** This many closed connections in a row rest the sender. */
const maxClosed = 5;

/** An edition with this many refusals in a row, of at least so many domains, is paused. */
const maxRefusalsInRow = 10;
const minDomains = 3;

/** Decides what follows from an attempt for its mail: the reason why a mail is not sent. */
export function decideNextStep(
  mail: Pick<TakenMail, 'kind' | 'attempts' | 'refusals' | 'age'>,
  outcome: SendOutcome,
): MailStep {
  const { kind } = outcome;
  if (kind === 'sent') return { state: 'sent' };
  if (kind === 'server-fault') return { state: 'untried' };
  const { code } = outcome;
  const refusals = mail.refusals + (kind === 'rejected' ? 1 : 0);
  if (kind === 'bounced' && mail.kind === 'edition')
    return { state: 'refused', code, refusals, delay: 0 };
  if (kind === 'bounced' || mail.age >= maxAge || refusals >= maxRefusals)
    return { state: 'given-up', code, refusals, delay: 0 };
  return { state: 'waiting', code, refusals, delay: getRetryDelay(mail.attempts) };
}

/**
 * Counts outcomes in a row: one recipient alone never makes the sender rest, and one domain alone pauses no edition.
 */
export function createStreaks() {
  let closed = 0;
  const refused = new Map<string, string[]>();
  return {
    /** @returns whether the sender rests, works again (`work`), or neither; and whether the mail's edition is paused */
    count(mail: Pick<QueuedMail, 'address'> & { editionId?: string }, outcome: SendOutcome) {
      const isClosed = outcome.kind === 'deferred' && outcome.isClosed === true;
      closed = isClosed ? closed + 1 : outcome.kind === 'server-fault' ? closed : 0;
      const mustRest = outcome.kind === 'server-fault' || closed >= maxClosed;
      if (mustRest) closed = 0;
      const server = mustRest ? 'rest' : isClosed ? undefined : 'work';
      return {
        server,
        isPaused: mail.editionId !== undefined && pauses(mail.editionId, mail, outcome),
      };
    },
  };

  function pauses(edition: string, { address }: { address: string }, { kind }: SendOutcome) {
    if (kind === 'sent') refused.delete(edition);
    if (kind !== 'bounced' && kind !== 'rejected') return false;
    const domains = [...(refused.get(edition) ?? []), address.slice(address.lastIndexOf('@'))];
    const isPaused = domains.length >= maxRefusalsInRow && new Set(domains).size >= minDomains;
    if (isPaused) refused.delete(edition);
    else refused.set(edition, domains);
    return isPaused;
  }
}
