import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createToken, type Keys } from '../keys/keys.ts';
import { type ClaimedMail, type QueuedMail, StoreUnavailable } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import type { Composer } from './compose.ts';
import type { Mail, Mailer, MailOutcome, SendOutcome } from './mailer.ts';
import { decideNextStep, type NextStep, noStreak, type Streak } from './next-step.ts';
import {
  leaseTime,
  longLeaseTime,
  type OutboxTiming,
  recordRetryDelay,
  stopResponseTimeout,
  stopTimeout,
  tokenLifetime,
} from './timing.ts';

/** This many different recipients deferred in a row may be the mail server's limit of mails in a time. */
export const maxDeferralsInRow = 10;

/** One in this many mails is taken from the other end of the order, so that none starves. */
const reverseEvery = 4;

export interface SendDependencies {
  readonly timing: OutboxTiming;
  /** Milliseconds between two mails of all processes; undefined: without a limit. */
  readonly mailInterval?: number | undefined;
  readonly store: NewsletterStore;
  readonly mailer: Mailer;
  readonly compose: Composer;
  readonly keys: Keys;
  readonly logger: Logger;
  readonly countMail: (outcome: MailOutcome) => void;
}

/** Creates the functions that claim one mail, send it and store what follows from the outcome. */
export function createMailSender(dependencies: SendDependencies) {
  const { store, mailer, compose, keys, logger, countMail, mailInterval, timing } = dependencies;
  const streaks = new Map<string, Streak>();
  /** Mails whose outcome is not stored yet, by their id. */
  const inFlight = new Map<string, Promise<unknown>>();
  /** Recipients deferred in a row. */
  const deferred = new Set<string>();
  let claims = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  /** Ends waiting for a response, of each attempt whose mail the mail server has. */
  const waits = new Set<() => void>();
  let isStopping = false;

  const logFailure = (err: unknown) => logger.error({ err }, 'outbox failed');

  /**
   * Limits the times of an attempt.
   * @param onOverdue called when the mail server has the whole mail for a while and has not responded
   */
  async function attempt(mail: Mail, onOverdue: () => void): Promise<SendOutcome> {
    const end = new AbortController();
    const cutOff = () => end.abort();
    let isTransferred = false;
    let timer = setTimeout(() => {
      if (!isTransferred || isStopping) return cutOff();
      timer = setTimeout(cutOff, timing.response);
      onOverdue();
    }, timing.attempt);
    const stopWaiting = () => setTimeout(cutOff, stopResponseTimeout);
    try {
      return await mailer.send(mail, end.signal, () => {
        isTransferred = true;
        waits.add(stopWaiting);
        if (isStopping) stopWaiting();
      });
    } finally {
      clearTimeout(timer);
      waits.delete(stopWaiting);
    }
  }

  /** Pauses first, so that the other mails of the batch are not tried. */
  async function storeNextStep(queued: QueuedMail, outcome: SendOutcome, next: NextStep) {
    const { batch, key } = queued;
    const code = outcome.kind === 'sent' ? undefined : outcome.code;
    if (next.batch.state === 'paused' && (await store.pause(batch, code ?? '', next.batch.time))) {
      const message =
        'sending paused: the mail server rejects one mail after the other; correct the cause, then "resume"';
      logger.error({ batch, code }, message);
    }
    await store.record(queued, next, { code, hash: keys.hashAddress(key) });
    if (next.batch.state === 'resumed' && (await store.endPause(batch)))
      logger.info({ batch }, 'sending resumed');
  }

  function report({ state }: ClaimedMail, outcome: SendOutcome, next: NextStep, mail: string) {
    const isGivenUp = next.mail.state === 'given-up';
    countMail(isGivenUp && outcome.kind !== 'bounced' ? 'given-up' : outcome.kind);
    const { kind, attempts: number } = state;
    const line = { mail, kind, attempts: number };
    if (outcome.kind === 'sent') return logger.info(line, 'mail sent');
    const { code } = outcome;
    const result = next.mail.state;
    if (outcome.kind === 'bounced')
      return logger.warn({ ...line, code, result }, 'mail bounced: no such address');
    const scope = 'scope' in outcome ? outcome.scope : undefined;
    const seconds = next.mail.state === 'waiting' ? next.mail.delay / 1000 : 0;
    const message = next.mail.state === 'waiting' ? 'mail postponed' : 'mail given up';
    logger.warn({ ...line, code, outcome: outcome.kind, scope, seconds }, message);
  }

  /** Only the operator knows whether the mail server limits mails: greylisting has the same codes. */
  function reportDeferrals({ subscriberId }: QueuedMail, outcome: SendOutcome) {
    if (outcome.kind === 'sent') deferred.clear();
    if (outcome.kind !== 'deferred' || outcome.scope !== 'recipient') return;
    const before = deferred.size;
    deferred.add(subscriberId);
    if (before === deferred.size || deferred.size !== maxDeferralsInRow) return;
    const message =
      'one recipient after the other is deferred: if the mail server limits mails in a time, set MAIL_RATE';
    logger.warn({ code: outcome.code, recipients: deferred.size }, message);
  }

  async function send(
    claimed: ClaimedMail,
    token: string,
    claimedAt: number,
    onOverdue: () => void,
  ) {
    const { mail: queued } = claimed;
    const mail = compose(queued, token);
    let leaseEnd = claimedAt + leaseTime;
    let extending: Promise<void> | undefined;
    const outcome = await attempt(mail, () => {
      extending = retryStoring(() => store.extendLease(queued, longLeaseTime), leaseEnd).catch(
        logFailure,
      );
      leaseEnd = performance.now() + longLeaseTime;
      onOverdue();
    });
    const isSending = sentAt > claimedAt;
    if (outcome.kind === 'sent') sentAt = performance.now();
    const streak = streaks.get(queued.batch) ?? noStreak;
    const circumstances = { streak, isSending, pause: timing.pause };
    const next = decideNextStep(claimed.state, outcome, circumstances);
    streaks.set(queued.batch, next.streak);
    reportDeferrals(queued, outcome);
    await extending;
    await retryStoring(() => storeNextStep(queued, outcome, next), leaseEnd);
    report(claimed, outcome, next, mail.messageId);
    return next.isServerDown;
  }

  return {
    /**
     * Sends one mail. Resolves when the next one can be sent: with the outcome, or when the response is overdue; to
     * whether the mail server accepts no mail for now, or undefined when nothing is due.
     */
    async sendNext(): Promise<boolean | undefined> {
      const { token, hash } = createToken();
      const claimedAt = performance.now();
      const claimed = await store.claim({
        lease: leaseTime,
        probeDelay: timing.pause,
        interval: mailInterval,
        isReversed: (claims + 1) % reverseEvery === 0,
        token: { hash, lifetime: tokenLifetime },
        inFlight: [...inFlight.keys()],
      });
      if (!claimed) return undefined;
      claims += 1;
      // If the database was slow, another worker could claim the mail during our attempt.
      if (performance.now() - claimedAt > leaseTime - stopTimeout) return undefined;
      const { id } = claimed.mail;
      return new Promise((resolve, reject) => {
        let fail = reject;
        const onOverdue = () => {
          resolve(false);
          fail = logFailure;
        };
        const sending = send(claimed, token, claimedAt, onOverdue)
          .then(resolve, (error: unknown) => fail(error))
          .finally(() => inFlight.delete(id));
        inFlight.set(id, sending);
      });
    },

    /**
     * Waits no longer for responses than a mail server usually takes. Resolves when the outcomes of all attempts are
     * stored.
     */
    async stop() {
      isStopping = true;
      for (const stopWaiting of waits) stopWaiting();
      await Promise.all(inFlight.values());
    },
  };
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
