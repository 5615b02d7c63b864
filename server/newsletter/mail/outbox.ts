import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/durations.ts';
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
 * Sends the outbox: at least once, since a crash between sending and noting it sends again; never
 * by two workers at the same time, since each mail is leased. Logs codes and counts, never an
 * address, a token or the mail server's words, which quote addresses.
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
    /** @returns whether there was a mail and the mail server took it, or rejected that one alone */
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
        // The restart may have mended what confirmations were rejected for.
        if (!hasStarted) await store.resume('confirmation');
        hasStarted = true;
        await sendDue();
        if (isDown) {
          delay = pause;
          const { waiting, oldestSeconds } = await store.getBacklog();
          isDown = waiting > 0; // A batch that is paused waits for somebody else.
          if (isDown)
            logger.warn({ waiting, oldestSeconds }, 'mail waits: the mail server does not take it');
        }
        failures = 0;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) logger.error({ err: error }, 'outbox failed');
        else if (failures === 0) logger.warn('mail waits: the newsletter’s database is away');
        failures += 1;
        delay = getRetryDelay(failures, poll, minute);
      }
      const { signal } = sleeper;
      await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) sleeper = new AbortController();
    }
  }

  /** `stop` waits for it. */
  function track<Result>(work: Promise<Result>): Promise<Result> {
    running = Promise.allSettled([running, work]);
    return work;
  }

  return {
    /** Works until it is stopped. */
    start: () => void track(work()),
    /** Something has been queued: look now. */
    wake() {
      if (!isDown) sleeper.abort();
    },
    /** Sends what is due and returns when nothing is, or the mail server does not take it. */
    drain: (onProgress?: (sent: number) => void) => track(sendDue(onProgress)),
    /**
     * Claims nothing more, waits for what is being sent as long as an attempt may take, and closes the
     * mailer.
     */
    async stop() {
      isStopping = true;
      sleeper.abort();
      await Promise.race([running, sleep(stopTimeout, undefined, { ref: false })]);
      mailer.close();
    },
  };
}
