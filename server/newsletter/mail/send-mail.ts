import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createToken, type Keys } from '../keys/keys.ts';
import { type ClaimedMail, type QueuedMail, StoreUnavailable } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { allMails } from '../store/store-sql-outbox.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Composer } from './compose.ts';
import type { Mailer, MailOutcome, SendOutcome } from './mailer.ts';
import { createQuotaWatch } from './quota.ts';
import {
  attemptTimeout,
  bounceDelay,
  findDelay,
  leaseTime,
  maxAge,
  maxBounceDays,
  recordRetryDelay,
  slowdownTimes,
  stopTimeout,
  tokenLifetime,
} from './timing.ts';

export interface SendDependencies {
  /** Milliseconds until one mail of the paused confirmations is tried again. */
  readonly probeDelay: number;
  readonly store: NewsletterStore;
  readonly mailer: Mailer;
  readonly compose: Composer;
  readonly keys: Keys;
  readonly logger: Logger;
  readonly countMail: (outcome: MailOutcome) => void;
}

/**
 * Makes the function that claims one mail, sends it and stores the outcome. Many rejections in a row pause the mail's
 * batch, many deferrals pause all mails. The function resolves to undefined when nothing is due.
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
  const quota = createQuotaWatch();
  const inFlight = new Set<string>();

  async function recordOutcome(queued: QueuedMail, outcome: SendOutcome, messageId: string) {
    const { attempts, kind } = queued;
    const line = { mail: messageId, kind, attempts };
    if (outcome.kind === 'sent') {
      await store.markSent(queued);
      countMail('sent');
      logger.info(line, 'mail sent');
      return;
    }
    const { code, kind: result } = outcome;
    if (result === 'bounced') {
      const hash = keys.hashAddress(queued.key);
      const limits = { delay: bounceDelay, maxDays: maxBounceDays, maxAge };
      const change = await store.recordBounce(queued, { code, hash, ...limits });
      countMail('bounced');
      logger.warn({ ...line, code, result: change }, 'mail bounced: no such address');
      return;
    }
    // When a subscriber asks again, the attempts start again but the rejections do not.
    const delay = findDelay(result, attempts, Math.min(queued.rejections + 1, attempts));
    const isGivenUp = await store.postpone(queued, { code, delay, kind: result, maxAge });
    countMail(isGivenUp ? 'given-up' : result);
    const seconds = (delay ?? 0) / 1000;
    const message = isGivenUp ? 'mail given up' : 'mail postponed';
    logger.warn({ ...line, code, outcome: result, scope: outcome.scope, seconds }, message);
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

  /** Pauses all mails when the mail server accepts no more for a time. */
  async function slowDown({ mail, isProbe }: ClaimedMail, outcome: SendOutcome) {
    const isSlow = quota.record(mail, outcome) || isProbe;
    if (!isSlow || outcome.kind !== 'deferred') return;
    const { code } = outcome;
    const isNew = await store.slowDown(code, { ...slowdownTimes, isProbe });
    if (isNew) logger.warn({ code }, 'mail waits: the mail server accepts no more for a time');
  }

  async function resume({ isProbe }: ClaimedMail, outcome: SendOutcome) {
    if (isProbe && outcome.kind === 'sent' && (await store.endPause(allMails))) {
      logger.info('the mail server accepts mails again');
    }
  }

  async function claimAndSend(): Promise<SendOutcome | undefined> {
    const { token, hash } = createToken();
    const claimedAt = performance.now();
    const claimed = await store.claim({
      lease: leaseTime,
      probeDelay,
      token: { hash, lifetime: tokenLifetime },
      inFlight: [...inFlight],
    });
    if (!claimed) return undefined;
    // If the database was slow, another worker could claim the mail during our attempt.
    if (performance.now() - claimedAt > leaseTime - stopTimeout) return undefined;
    const { mail: queued } = claimed;
    inFlight.add(queued.id);
    try {
      const mail = compose(queued, token);
      const outcome = await mailer.send(mail, AbortSignal.timeout(attemptTimeout));
      await slowDown(claimed, outcome); // First, so that the other lanes stop soon.
      await retryStoring(
        () => recordOutcome(queued, outcome, mail.messageId),
        claimedAt + leaseTime,
      );
      await resume(claimed, outcome);
      await pauseOrResume(queued, outcome);
      return outcome;
    } finally {
      inFlight.delete(queued.id);
    }
  }

  return claimAndSend;
}

/**
 * Stores an outcome, and retries while the database is unavailable and the lease lasts. Without the stored outcome, a
 * sent mail would be sent again.
 *
 * @param deadline of `performance.now()`: the end of the lease
 */
async function retryStoring(store: () => Promise<void>, deadline: number): Promise<void> {
  while (true) {
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > deadline) throw error;
      await sleep(recordRetryDelay);
    }
  }
}
