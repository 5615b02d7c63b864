import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createToken, type Keys } from '../keys/keys.ts';
import { type QueuedMail, StoreUnavailable } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Composer } from './compose.ts';
import type { Mailer, MailOutcome, SendOutcome } from './mailer.ts';
import {
  attemptTimeout,
  findDelay,
  leaseTime,
  maxBounceDays,
  notePause,
  stopTimeout,
  tokenLifetime,
} from './timing.ts';

export interface SendDependencies {
  /** Until a mail of paused confirmations tries whether the cause is gone, in milliseconds. */
  readonly probeDelay: number;
  readonly store: NewsletterStore;
  readonly mailer: Mailer;
  readonly compose: Composer;
  readonly keys: Keys;
  readonly logger: Logger;
  readonly countMail: (outcome: MailOutcome) => void;
}

/**
 * Makes the function that claims one mail, sends it, stores the outcome, and pauses its batch when many are rejected
 * in a row. The function returns undefined where nothing is due.
 */
export function createMailSender({
  store,
  mailer,
  compose,
  keys,
  logger,
  countMail,
  probeDelay,
}: SendDependencies): () => Promise<SendOutcome | undefined> {
  const breaker = createCircuitBreaker();

  async function note(queued: QueuedMail, outcome: SendOutcome, messageId: string) {
    const { attempts, kind } = queued;
    const line = { mail: messageId, kind, attempts };
    if (outcome.kind === 'sent') {
      await store.markSent(queued);
      countMail('sent');
      logger.info(line, 'mail sent');
      return;
    }
    const { code } = outcome;
    // For a subscriber who asks again the attempts start again.
    const rejections = Math.min(queued.rejections + 1, attempts);
    const delay = findDelay(outcome.kind, attempts, rejections);
    if (outcome.kind === 'bounced') {
      const bounce = { code, hash: keys.hashAddress(queued.key), maxDays: maxBounceDays };
      const result = await store.recordBounce(queued, delay, bounce);
      countMail('bounced');
      logger.warn({ ...line, code, result }, 'mail bounced: no such address');
      return;
    }
    const isRejection = outcome.kind === 'rejected';
    const isGivenUp = await store.postpone(queued, delay, { code, isRejection });
    countMail(isGivenUp ? 'given-up' : outcome.kind);
    const { kind: result, scope } = outcome;
    const seconds = (delay ?? 0) / 1000;
    const message = isGivenUp ? 'mail given up' : 'mail postponed';
    logger.warn({ ...line, code, outcome: result, scope, seconds }, message);
  }

  /** Writes one log line when a batch pauses. Confirmations resume when one is delivered. */
  async function pauseOrResume({ batch, kind }: QueuedMail, outcome: SendOutcome) {
    const isConfirmation = kind === 'confirmation';
    if (breaker.record({ batch, kind }, outcome) && outcome.kind !== 'sent') {
      const { code } = outcome;
      const isNew = await store.pause(batch, code, isConfirmation ? probeDelay : undefined);
      breaker.reset(batch);
      const message =
        'sending paused: the mail server rejects one mail after the other; correct the cause, then "resume"';
      if (isNew) logger.error({ batch, code }, message);
    }
    if (outcome.kind === 'sent' && isConfirmation && (await store.endPause(batch))) {
      logger.info({ batch }, 'sending resumed');
    }
  }

  return async () => {
    const { token, hash } = createToken();
    const claimedAt = performance.now();
    const queued = await store.claim(leaseTime, { hash, lifetime: tokenLifetime }, probeDelay);
    if (!queued) return undefined;
    // If the database was slow, another worker could claim the mail during our attempt.
    if (performance.now() - claimedAt > leaseTime - stopTimeout) return undefined;
    const mail = compose(queued, token);
    const outcome = await mailer.send(mail, AbortSignal.timeout(attemptTimeout));
    await retryStoring(() => note(queued, outcome, mail.messageId), claimedAt + leaseTime);
    await pauseOrResume(queued, outcome);
    return outcome;
  };
}

/**
 * Stores an outcome, and tries again while the database is away and the lease lasts. A sent mail whose outcome is
 * not stored would be sent again.
 *
 * @param deadline of `performance.now()`: the end of the lease
 */
async function retryStoring(note: () => Promise<void>, deadline: number): Promise<void> {
  while (true) {
    try {
      return await note();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > deadline) throw error;
      await sleep(notePause);
    }
  }
}
