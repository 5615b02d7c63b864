import type { Logger } from 'pino';
import { hour } from '#shared/durations.ts';
import { createToken, type Keys } from '../keys/keys.ts';
import { type Edition, getBatch, type NewsletterStore, type QueuedMail } from '../store/store.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Composer } from './compose.ts';
import type { Mail, Mailer, MailOutcome, SendOutcome } from './mailer.ts';
import {
  bounceDelay,
  getRejectionDelay,
  getRetryDelay,
  maxAttempts,
  maxBounceDays,
  type OutboxTiming,
} from './timing.ts';

/** How long a confirmation link works, counted from the moment its mail is sent. */
const tokenLifetime = 72 * hour;

export interface SendDependencies {
  readonly store: NewsletterStore;
  readonly mailer: Mailer;
  readonly composer: Composer;
  readonly keys: Keys;
  readonly logger: Logger;
  /** Counts the attempts; by default nothing is counted. */
  readonly countMail?: (outcome: MailOutcome) => void;
}

/** A mail that this worker has claimed. */
export interface ClaimedMail {
  readonly queued: QueuedMail;
  readonly leaseId: string;
  /** By `performance.now()`, before it was claimed: its lease is over `lease` after that. */
  readonly claimedAt: number;
}

/**
 * Makes the function that sends one mail, notes what became of it, and pauses its batch when many
 * are rejected in a row. It returns undefined where the mail is no longer claimed by us.
 */
export function createMailSender(
  { store, mailer, composer, keys, logger, countMail = () => {} }: SendDependencies,
  timing: OutboxTiming,
): (claimed: ClaimedMail) => Promise<SendOutcome | undefined> {
  const findEdition = cacheEdition(store);
  const breaker = createCircuitBreaker();

  async function compose(queued: QueuedMail, leaseId: string): Promise<Mail | undefined> {
    const token = queued.kind === 'confirmation' ? createToken() : undefined;
    const stored = token && { hash: token.hash, lifetime: tokenLifetime };
    const isOurs = await store.begin(queued, leaseId, timing.lease, stored);
    if (!isOurs) return undefined;
    if (token) return composer.composeConfirmation(queued, token.token);
    const edition = await findEdition(queued.editionId ?? '');
    return edition && composer.composeEdition(queued, edition);
  }

  async function note(queued: QueuedMail, leaseId: string, outcome: SendOutcome, id: string) {
    const { attempts, kind } = queued;
    const line = { mail: id, kind, attempts };
    switch (outcome.kind) {
      case 'sent':
        await store.markSent(queued, leaseId);
        countMail('sent');
        logger.info(line, 'mail sent');
        break;
      case 'bounced': {
        const hash = keys.hashAddress(queued.key);
        const delay = attempts >= maxAttempts ? undefined : bounceDelay;
        const { code } = outcome;
        const bounce = { code, hash, maxDays: maxBounceDays, delay };
        const result = await store.recordBounce(queued, leaseId, bounce);
        countMail('bounced');
        logger.warn({ ...line, code, result }, 'mail bounced: no such address');
        break;
      }
      case 'rejected':
      case 'deferred': {
        const isRejection = outcome.kind === 'rejected';
        // A subscriber who asks again begins with new attempts.
        const rejections = Math.min(queued.rejections + 1, attempts);
        const delay = isRejection ? getRejectionDelay(rejections) : findDeferral(attempts);
        const { code, scope } = outcome;
        await store.postpone(queued, leaseId, delay, { code, isRejection });
        countMail(delay === undefined ? 'given-up' : outcome.kind);
        const message = delay === undefined ? 'mail given up' : 'mail postponed';
        const seconds = (delay ?? 0) / 1000;
        logger.warn({ ...line, code, outcome: outcome.kind, scope, seconds }, message);
        break;
      }
    }
  }

  /** One warning when a batch pauses. Confirmations go on by themselves when one is delivered. */
  async function pauseOrResume(queued: QueuedMail, outcome: SendOutcome) {
    const batch = getBatch(queued);
    const state = breaker.record(batch, outcome);
    if (state === 'open' && outcome.kind !== 'sent') {
      const { code } = outcome;
      if (!(await store.pause(batch, code))) return;
      logger.error(
        { batch, code },
        'sending paused: the mail server rejects one mail after the other; mend the cause, then "resume"',
      );
    }
    if (state === 'recovered' && queued.kind === 'confirmation') {
      const mails = await store.resume(batch);
      logger.info({ batch, mails }, 'sending resumed');
    }
  }

  return async ({ queued, leaseId, claimedAt }) => {
    const mail = await compose(queued, leaseId);
    if (!mail) return undefined;
    const remaining = timing.lease - (performance.now() - claimedAt);
    if (remaining < timing.attempt + timing.note) {
      // The database was slow, and another worker could claim the mail during our attempt.
      await store.release([queued], leaseId);
      return undefined;
    }
    const outcome = await mailer.send(mail, AbortSignal.timeout(timing.attempt));
    await note(queued, leaseId, outcome, mail.messageId);
    await pauseOrResume(queued, outcome);
    return outcome;
  };
}

function findDeferral(attempts: number): number | undefined {
  return attempts >= maxAttempts ? undefined : getRetryDelay(attempts);
}

/** An edition is read once, not for each of its mails. */
function cacheEdition(store: NewsletterStore) {
  const known = new Map<string, Edition>();
  return async (id: string): Promise<Edition | undefined> => {
    const edition = known.get(id) ?? (await store.findEdition(id));
    if (edition && !known.has(id)) {
      known.clear(); // Only the newest: an edition can be large.
      known.set(id, edition);
    }
    return edition;
  };
}
