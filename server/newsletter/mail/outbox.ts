import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/dates/durations.ts';
import { describeError } from '../../describe-error.ts';
import { StoreUnavailable } from '../store/store.ts';
import { concurrency, type SendOutcome } from './mailer.ts';
import { createMailSender, type SendDependencies } from './send-mail.ts';
import { defaultTiming, getRetryDelay, type OutboxTiming, stopTimeout } from './timing.ts';

interface OutboxDependencies extends Omit<SendDependencies, 'probeDelay'> {
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly timing?: Partial<OutboxTiming> | undefined;
}

/**
 * Sends each mail of the outbox at least once: after a crash before the outcome is stored, the mail is sent again. No
 * two workers send the same mail at the same time, because a worker leases it first. The log has codes and counts,
 * but never an address, a token or the mail server's text, which quotes addresses.
 */
export function createOutbox(dependencies: OutboxDependencies) {
  const { store, ready, mailer, logger, timing } = dependencies;
  const { poll, pause } = { ...defaultTiming, ...timing };
  const sendNext = createMailSender({ ...dependencies, probeDelay: pause });
  let running: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  let isDown = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  let beginning: Promise<unknown> | undefined;
  let sleeper = new AbortController();
  /** Up to `concurrency` loops that each send one mail after the other. A mail that hangs blocks only its own lane. */
  const lanes = new Set<Promise<void>>();
  let isReported = false;
  let hasFailed = false;

  /** Sends one mail. @returns true if there was one, and the mail server accepted it or rejected only this one */
  async function sendOne(onOutcome: (outcome: SendOutcome) => void): Promise<boolean> {
    const startedAt = performance.now();
    const outcome = await sendNext();
    if (!outcome) return false;
    onOutcome(outcome);
    if (outcome.kind === 'sent') sentAt = performance.now();
    // If others were sent while this mail hung, the server is not down.
    const isFault = 'scope' in outcome && outcome.scope === 'server' && sentAt < startedAt;
    isDown = isFault;
    return !isFault;
  }

  /** One mail after the other; each is claimed right before it is sent. */
  async function sendInTurn(onOutcome: (outcome: SendOutcome) => void) {
    while (!isStopping && !isDown && (await sendOne(onOutcome)));
  }

  async function drain(onProgress: (sent: number) => void = () => {}) {
    await ready();
    const total = { sent: 0, failed: 0 };
    const count = ({ kind }: SendOutcome) => {
      total[kind === 'sent' ? 'sent' : 'failed'] += 1;
      onProgress(total.sent);
    };
    // While the mail server is down, one mail is enough to test it.
    if (isDown && !(await sendOne(count))) return total;
    const turns = await Promise.allSettled(
      Array.from({ length: concurrency }, () => sendInTurn(count)),
    );
    const failure = turns.find((turn) => turn.status === 'rejected');
    if (failure) throw failure.reason;
    return total;
  }

  /** Opens the store. A restart may have corrected the cause of rejected confirmations. */
  async function begin() {
    await ready();
    beginning ??= store.endPause('confirmation').catch((error: unknown) => {
      beginning = undefined;
      throw error;
    });
    await beginning;
  }

  /** Starts all free lanes. The first one that finds the mail server down reports it. */
  function startLanes() {
    isReported = false;
    const run = async () => {
      await sendInTurn(() => {});
      if (!isDown || isReported) return;
      isReported = true;
      await reportDown();
    };
    while (lanes.size < concurrency) {
      const lane: Promise<void> = run()
        .catch(recordFailure)
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  }

  async function reportDown() {
    const { waiting, oldestSeconds } = await store.getBacklog();
    isDown = waiting > 0; // A paused batch waits for the operator, not for the mail server.
    if (isDown)
      logger.warn({ waiting, oldestSeconds }, 'mail waits: the mail server accepts no mail');
  }

  /** Does not log an unavailable database: the next check does. */
  function recordFailure(error: unknown) {
    hasFailed = true;
    if (!(error instanceof StoreUnavailable)) logger.error({ err: error }, 'outbox failed');
  }

  /** Sends what is due, if anything is. While the mail server is down, one mail is enough to test it. */
  async function sendDue() {
    await begin();
    if (!(await store.isDue())) return;
    let isTried = false;
    const onOutcome = () => {
      isTried = true;
    };
    if (!isDown || (await sendOne(onOutcome))) startLanes();
    else if (isTried) await reportDown();
  }

  /** One loop polls for all lanes, so an idle process only reads once per interval. */
  async function work() {
    let failures = 0;
    while (!isStopping) {
      await sendDue().catch((error: unknown) => {
        recordFailure(error);
        if (!(error instanceof StoreUnavailable)) return;
        const reason = describeError(error.cause); // It holds no address.
        logger.warn({ reason }, 'mail waits: the newsletter’s database cannot be used');
      });
      failures = hasFailed ? failures + 1 : 0;
      hasFailed = false;
      const delay = isDown ? pause : poll;
      const { signal } = sleeper;
      const time = failures > 0 ? getRetryDelay(failures, poll, minute) : delay;
      await sleep(time, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) sleeper = new AbortController();
    }
    await Promise.all(lanes);
  }

  /** Checks for mails now. */
  const wake = () => sleeper.abort();

  /** Work that `stop` waits for. */
  function track<Result>(work: Promise<Result>): Promise<Result> {
    running = Promise.allSettled([running, work]);
    return work;
  }

  return {
    /** Works until it is stopped. */
    start: () => void track(work()),
    wake,
    /** Sends all due mails. Resolves when none is due any more, or the mail server accepts no mail. */
    drain: (onProgress?: (sent: number) => void) => track(drain(onProgress)),
    /** Whether the mail server accepted no mail at the last attempt, for a reason that concerns all recipients. */
    isDown: () => isDown,
    /** Claims nothing more, waits for mails in flight as long as an attempt may take, and closes the mailer. */
    async stop() {
      isStopping = true;
      wake();
      await Promise.race([running, sleep(stopTimeout, undefined, { ref: false })]);
      mailer.close();
    },
  };
}
