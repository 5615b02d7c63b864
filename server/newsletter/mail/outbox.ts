import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/durations.ts';
import { describeError } from '../../describe-error.ts';
import { StoreUnavailable } from '../store/store.ts';
import { concurrency } from './mailer.ts';
import { createMailSender, type SendDependencies } from './send-mail.ts';
import { defaultTiming, getRetryDelay, type OutboxTiming, stopTimeout } from './timing.ts';

interface OutboxDependencies extends SendDependencies {
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
  const sendNext = createMailSender(dependencies);
  let running: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  let isDown = false;
  let sleeper = new AbortController();

  async function sendDue(onProgress: (sent: number) => void = () => {}) {
    await ready();
    const total = { sent: 0, failed: 0 };
    /** @returns whether there was a mail, and the mail server accepted it or rejected only this one */
    async function sendOne(): Promise<boolean> {
      const outcome = await sendNext();
      if (!outcome) return false;
      total[outcome.kind === 'sent' ? 'sent' : 'failed'] += 1;
      onProgress(total.sent);
      const isFault = 'scope' in outcome && outcome.scope === 'server';
      isDown ||= isFault;
      return !isFault;
    }
    /** One mail after the other; each is claimed right before it is sent. */
    async function sendInTurn() {
      while (!isStopping && !isDown && (await sendOne()));
    }
    // While the mail server is down, one mail is enough to find out.
    if (isDown && !(await sendOne())) return total;
    isDown = false;
    const turns = await Promise.allSettled(Array.from({ length: concurrency }, sendInTurn));
    const failure = turns.find((turn) => turn.status === 'rejected');
    if (failure) throw failure.reason;
    return total;
  }

  async function work() {
    let failures = 0;
    let hasStarted = false;
    while (!isStopping) {
      let delay = poll;
      try {
        await ready();
        // A restart may have corrected the cause of rejected confirmations.
        if (!hasStarted) await store.resume('confirmation');
        hasStarted = true;
        const { failed } = await sendDue();
        if (isDown) {
          delay = pause;
          const { waiting, oldestSeconds } = await store.getBacklog();
          isDown = waiting > 0; // A paused batch waits for the operator, not for the mail server.
          // Without an attempt nobody knows whether it is still down: the mails may be due in hours.
          if (isDown && failed > 0)
            logger.warn({ waiting, oldestSeconds }, 'mail waits: the mail server accepts no mail');
        }
        failures = 0;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) logger.error({ err: error }, 'outbox failed');
        else {
          const reason = describeError(error.cause); // It holds no address.
          logger.warn({ reason }, 'mail waits: the newsletter’s database cannot be used');
        }
        failures += 1;
        delay = getRetryDelay(failures, poll, minute);
      }
      const { signal } = sleeper;
      await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) sleeper = new AbortController();
    }
  }

  /** Work that `stop` waits for. */
  function track<Result>(work: Promise<Result>): Promise<Result> {
    running = Promise.allSettled([running, work]);
    return work;
  }

  return {
    /** Works until it is stopped. */
    start: () => void track(work()),
    /** Looks for mails now: one has been queued. */
    wake() {
      if (!isDown) sleeper.abort();
    },
    /** Sends what is due. Returns when nothing is due any more, or the mail server accepts no mail. */
    drain: (onProgress?: (sent: number) => void) => track(sendDue(onProgress)),
    /** Claims nothing more, waits for mails in flight as long as an attempt may take, and closes the mailer. */
    async stop() {
      isStopping = true;
      sleeper.abort();
      await Promise.race([running, sleep(stopTimeout, undefined, { ref: false })]);
      mailer.close();
    },
  };
}
