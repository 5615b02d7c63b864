import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '#shared/durations.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createMailSender, type SendDependencies } from './send-mail.ts';
import { checkTiming, defaultTiming, getStopTimeout, type OutboxTiming } from './timing.ts';

/** Mails sent at the same time, each over a connection of its own. No more than these are claimed. */
export const concurrency = 5;

/** After this many the worker does its other work; the next round sends the rest. */
const maxMailsInRound = 100;

interface OutboxDependencies extends SendDependencies {
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly timing?: Partial<OutboxTiming>;
}

export interface Outbox {
  /** Works until it is stopped. */
  start(): void;
  /** Something has been queued: look now. */
  wake(): void;
  /** Sends what is due and returns when nothing is, or the mail server does not take it. */
  drain(onProgress?: (sent: number) => void): Promise<{ sent: number; failed: number }>;
  /**
   * Claims nothing more, waits for what is being sent as long as an attempt may take, and closes the
   * mailer.
   */
  stop(): Promise<void>;
}

/**
 * Sends the outbox: at least once, since a crash between sending and noting it sends again; never
 * by two workers at the same time, since each mail is leased. Logs codes and counts, never an
 * address, a token or the mail server's words, which quote addresses.
 *
 * @throws when the times do not fit into each other
 */
export function createOutbox(dependencies: OutboxDependencies): Outbox {
  const { store, ready, mailer, logger } = dependencies;
  const timing = checkTiming({ ...defaultTiming, ...dependencies.timing });
  const send = createMailSender(dependencies, timing);
  const rounds = new Set<Promise<unknown>>();
  let stopping = false;
  let isDown = false;
  let working: Promise<void> | undefined;
  let sleeper = new AbortController();

  /** Sends what is due. While the mail server is down, one mail is enough to find out. */
  async function sendDue(onSent: () => void = () => {}) {
    const isProbe = isDown;
    let claimed = 0;
    let sent = 0;
    let isServerDown = false;
    const isOver = () => stopping || isServerDown || claimed >= (isProbe ? 1 : maxMailsInRound);
    /** One mail after the other; each is claimed right before it is sent. */
    async function sendInTurn() {
      while (!isOver()) {
        const leaseId = randomUUID();
        const claimedAt = performance.now();
        const [queued] = await store.claim(1, timing.lease, leaseId);
        if (!queued) return;
        if (isOver()) {
          await store.release([queued], leaseId).catch(() => {}); // Else the lease ends by itself.
          return;
        }
        claimed += 1;
        const outcome = await send({ queued, leaseId, claimedAt });
        if (outcome?.kind === 'sent') {
          sent += 1;
          onSent();
        }
        if (outcome && 'scope' in outcome && outcome.scope === 'server') isServerDown = true;
      }
    }
    const turns = Array.from({ length: isProbe ? 1 : concurrency }, sendInTurn);
    const failed = (await Promise.allSettled(turns)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    if (claimed > 0) isDown = isServerDown;
    return { claimed, sent };
  }

  /** `stop` waits for it. */
  function sendRound(onSent?: () => void) {
    const round = sendDue(onSent).finally(() => rounds.delete(round));
    rounds.add(round);
    return round;
  }

  async function work() {
    let failures = 0;
    let hasStarted = false;
    while (!stopping) {
      let delay = timing.poll;
      try {
        await ready();
        // The restart may have mended what confirmations were rejected for.
        if (!hasStarted) await store.resume('confirmation');
        hasStarted = true;
        const { claimed } = await sendRound();
        if (isDown) {
          delay = timing.pause;
          const { waiting, oldestSeconds } = await store.getBacklog();
          isDown = waiting > 0; // A batch that is paused waits for somebody else.
          if (isDown)
            logger.warn({ waiting, oldestSeconds }, 'mail waits: the mail server does not take it');
        } else if (claimed > 0) delay = 0;
        failures = 0;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) logger.error({ err: error }, 'outbox failed');
        else if (failures === 0) logger.warn('mail waits: the newsletter’s database is away');
        failures += 1;
        delay = Math.min(timing.poll * 2 ** Math.min(failures - 1, 4), minute);
      }
      if (delay > 0) await pauseFor(delay);
    }
  }

  async function pauseFor(delay: number) {
    const { signal } = sleeper;
    await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
    sleeper = signal.aborted ? new AbortController() : sleeper;
  }

  return {
    start() {
      working ??= work();
    },
    wake() {
      if (!isDown) sleeper.abort();
    },
    async drain(onProgress = () => {}) {
      await ready();
      const total = { sent: 0, failed: 0 };
      while (!stopping) {
        const before = total.sent;
        let count = 0;
        const { claimed, sent } = await sendRound(() => {
          count += 1;
          onProgress(before + count);
        });
        total.sent += sent;
        total.failed += claimed - sent;
        if (claimed === 0 || isDown) break;
      }
      return total;
    },
    async stop() {
      stopping = true;
      sleeper.abort();
      const timer = new AbortController();
      await Promise.race([
        Promise.allSettled([working, ...rounds]),
        sleep(getStopTimeout(timing), undefined, { signal: timer.signal }).catch(() => {}),
      ]);
      timer.abort();
      mailer.close();
    },
  };
}
