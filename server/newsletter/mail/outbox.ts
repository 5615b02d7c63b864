import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/dates/durations.ts';
import { describeError } from '../../describe-error.ts';
import { StoreUnavailable } from '../store/store.ts';
import { concurrency } from './mailer.ts';
import { createMailSender, type SendDependencies } from './send-mail.ts';
import { defaultTiming, getRetryDelay, type OutboxTiming, stopTimeout } from './timing.ts';

interface OutboxDependencies extends Omit<SendDependencies, 'timing'> {
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
  const { store, ready, mailer, logger, mailInterval } = dependencies;
  const timing = { ...defaultTiming, ...dependencies.timing };
  const { poll, pause } = timing;
  const sender = createMailSender({ ...dependencies, timing });
  let working: Promise<void> | undefined;
  let isStopping = false;
  let isDown = false;
  let sleeper = new AbortController();
  /** Up to `concurrency` loops that each send one mail after the other. A mail that hangs delays only its own loop. */
  const loops = new Set<Promise<void>>();
  let hasFailed = false;

  /** Sends one mail. @returns true if there was one, and the mail server accepted it or rejected only this one */
  async function sendOne(): Promise<boolean> {
    const isAway = await sender.sendNext();
    isDown = isAway ?? isDown;
    return isAway === false;
  }

  /** Starts the loops that are missing; at a rate one more, because one mail is due. */
  function startLoops() {
    const run = async () => {
      while (!isStopping && !isDown && (await sendOne()));
    };
    const count = mailInterval === undefined ? concurrency : Math.min(loops.size + 1, concurrency);
    while (loops.size < count) {
      const loop: Promise<void> = run()
        .catch(recordFailure)
        .finally(() => loops.delete(loop));
      loops.add(loop);
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

  /**
   * Sends what is due, if anything is. While the mail server is down, one mail is enough to test it.
   *
   * @returns milliseconds until the next mail; undefined for the usual time
   */
  async function sendDue(): Promise<number | undefined> {
    await ready();
    const wait = await store.findWait(mailInterval);
    if (wait !== 0) return wait;
    if (!isDown || (await sendOne())) startLoops();
    else await reportDown();
    return mailInterval;
  }

  /** Polls for all loops, so that an idle process only reads once per interval. */
  async function work() {
    let failures = 0;
    while (!isStopping) {
      const wait = await sendDue().catch((error: unknown) => {
        recordFailure(error);
        if (!(error instanceof StoreUnavailable)) return undefined;
        const reason = describeError(error.cause); // It holds no address.
        logger.warn({ reason }, 'mail waits: the newsletter’s database cannot be used');
        return undefined;
      });
      failures = hasFailed ? failures + 1 : 0;
      hasFailed = false;
      const delay = isDown ? pause : Math.min(wait ?? poll, poll);
      const { signal } = sleeper;
      const time = failures > 0 ? getRetryDelay(failures, poll, minute) : delay;
      await sleep(time, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) sleeper = new AbortController();
    }
    await Promise.all(loops);
  }

  /** Checks for mails now. */
  const wake = () => sleeper.abort();

  return {
    /** Works until it is stopped. */
    start() {
      working = work();
    },
    wake,
    /** Sends all due mails. Resolves when none is due any more, or the mail server accepts no mail. */
    async drain() {
      await sendDue();
      await Promise.all(loops);
    },
    /** Claims nothing more, waits for mails in flight as long as an attempt may take, and closes the mailer. */
    async stop() {
      isStopping = true;
      wake();
      const finished = Promise.all([working, sender.stop()]);
      await Promise.race([finished, sleep(stopTimeout, undefined, { ref: false })]);
      mailer.close();
    },
  };
}
