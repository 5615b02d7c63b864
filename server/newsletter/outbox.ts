import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Composer } from './compose.ts';
import { createToken, type Keys } from './keys.ts';
import type { Mailer, SendOutcome } from './mailer.ts';
import { type Issue, type NewsletterStore, type QueuedMail, StoreUnavailable } from './store.ts';

const minute = 60_000; // milliseconds
const hour = 60 * minute;

/** How long a confirmation link works, counted from the moment its mail is sent. */
const tokenLifetime = 72 * hour;

/** The longest pause between two attempts at a mail, in milliseconds. */
export const longestDelay = 12 * hour;

/** 1, 2, 4 … minutes and never more than 12 hours until a mail that failed is tried again. */
export function findDelay(attempts: number): number {
  return Math.min(minute * 2 ** Math.min(attempts - 1, 20), longestDelay);
}

/** So many attempts, about twelve days, and a mail is no longer tried. */
const mostAttempts = 30;

export interface OutboxTiming {
  /** How long a mail is ours, in milliseconds. A worker that dies keeps it from others for so long. */
  readonly lease: number;
  /** The longest one attempt may take: below half of the lease, or two could send the same. */
  readonly attempt: number;
  /** Between two looks when nothing is to do. */
  readonly poll: number;
  /** After the mail server has not answered. */
  readonly pause: number;
  /** How long `stop` waits for what is being sent. */
  readonly stop: number;
}

const defaultTiming: OutboxTiming = {
  lease: 5 * minute,
  attempt: 2 * minute,
  poll: 5_000,
  pause: minute,
  stop: 7_000,
};

const batchSize = 50;
const concurrency = 5;

interface OutboxDependencies {
  readonly store: NewsletterStore;
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly mailer: Mailer;
  readonly composer: Composer;
  readonly keys: Keys;
  readonly logger: Logger;
  readonly timing?: Partial<OutboxTiming>;
}

export interface Outbox {
  /** Works until it is stopped. */
  start(): void;
  /** Something has been queued: look now. */
  wake(): void;
  /** Sends what is due and returns when nothing is, or the mail server does not answer. */
  drain(onProgress?: (sent: number) => void): Promise<{ sent: number; failed: number }>;
  /** Lets what is being sent finish, gives the rest back, and closes the mailer. */
  stop(): Promise<void>;
}

/**
 * Sends the outbox: at least once, since a crash between sending and noting it sends again; never
 * by two workers at the same time, since each mail is leased. Logs codes and counts, never an
 * address, a token or the mail server's words, which quote addresses.
 */
export function createOutbox(dependencies: OutboxDependencies): Outbox {
  const { store, ready, mailer, logger } = dependencies;
  const timing = { ...defaultTiming, ...dependencies.timing };
  const send = createSending(dependencies, timing);
  let stopping = false;
  let isDown = false;
  let working: Promise<void> | undefined;
  let sleeper = new AbortController();

  /** Takes and sends one batch. While the mail server is down, one mail is enough to find out. */
  async function sendBatch(onSent: () => void = () => {}) {
    const leaseId = randomUUID();
    const mails = await store.claim(isDown ? 1 : batchSize, timing.lease, leaseId);
    const waiting = [...mails];
    let sent = 0;
    let wasDown = false;
    async function sendInTurn() {
      while (!stopping && !wasDown) {
        const mail = waiting.shift();
        if (!mail) return;
        const outcome = await send(mail, leaseId);
        if (outcome?.kind === 'sent') {
          sent += 1;
          onSent();
        }
        if (outcome?.kind === 'later' && outcome.everything) wasDown = true;
      }
    }
    try {
      const turns = Array.from({ length: Math.min(concurrency, mails.length) }, sendInTurn);
      const failed = (await Promise.allSettled(turns)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    } finally {
      await store.release(waiting, leaseId).catch(() => {}); // Else the lease ends by itself.
    }
    if (mails.length > 0) isDown = wasDown;
    return { taken: mails.length, sent };
  }

  async function work() {
    let failures = 0;
    while (!stopping) {
      let delay = timing.poll;
      try {
        await ready();
        const { taken } = await sendBatch();
        if (isDown) {
          delay = timing.pause;
          const { waiting, oldestSeconds } = await store.findBacklog();
          logger.warn({ waiting, oldestSeconds }, 'mail waits: the mail server does not take it');
        } else if (taken > 0) delay = 0;
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
        const { taken, sent } = await sendBatch(() => onProgress(total.sent + 1));
        total.sent += sent;
        total.failed += taken - sent;
        if (taken === 0 || isDown) break;
      }
      return total;
    },
    async stop() {
      stopping = true;
      sleeper.abort();
      const waiting = new AbortController();
      const timeout = sleep(timing.stop, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([working ?? Promise.resolve(), timeout]);
      waiting.abort();
      mailer.close();
    },
  };
}

/** Sends one mail and notes what became of it; undefined where it is no longer ours to send. */
function createSending(
  { store, mailer, composer, keys, logger }: OutboxDependencies,
  timing: OutboxTiming,
) {
  const findIssue = createIssueMemory(store);

  async function compose(queued: QueuedMail, leaseId: string) {
    const token = queued.kind === 'confirmation' ? createToken() : undefined;
    const stored = token && { hash: token.hash, lifetime: tokenLifetime };
    const isOurs = await store.begin(queued, leaseId, timing.lease, stored);
    if (!isOurs) return undefined;
    if (token) return composer.composeConfirmation(queued, token.token);
    const issue = await findIssue(queued.issueId ?? '');
    return issue && composer.composeIssue(queued, issue);
  }

  return async (queued: QueuedMail, leaseId: string): Promise<SendOutcome | undefined> => {
    const mail = await compose(queued, leaseId);
    if (!mail) return undefined;
    const outcome = await withinTime(mailer.send(mail), timing.attempt);
    const { attempts, kind } = queued;
    const line = { mail: mail.messageId, kind, attempts };
    switch (outcome.kind) {
      case 'sent':
        await store.markSent(queued, leaseId);
        logger.info(line, 'mail sent');
        break;
      case 'refused':
        await store.suppress(queued.key, keys.hashAddress(queued.key), 'refused');
        logger.warn({ ...line, code: outcome.code }, 'mail refused for good: address suppressed');
        break;
      case 'later': {
        const delay = attempts >= mostAttempts ? undefined : findDelay(attempts);
        await store.postpone(queued, leaseId, delay);
        const words = delay === undefined ? 'mail abandoned' : 'mail postponed';
        logger.warn({ ...line, code: outcome.code, seconds: (delay ?? 0) / 1000 }, words);
        break;
      }
    }
    return outcome;
  };
}

/** An attempt that hangs is over after its time, well before the lease is. */
async function withinTime(sending: Promise<SendOutcome>, limit: number): Promise<SendOutcome> {
  const timer = new AbortController();
  const late = sleep(limit, undefined, { signal: timer.signal, ref: false }).then(
    (): SendOutcome => ({ kind: 'later', code: 'timeout', everything: true }),
    (): SendOutcome => ({ kind: 'later', code: 'timeout', everything: true }),
  );
  const outcome = await Promise.race([sending, late]);
  timer.abort();
  return outcome;
}

/** An issue is read once, not for each of its mails. */
function createIssueMemory(store: NewsletterStore) {
  const known = new Map<string, Issue>();
  return async (id: string): Promise<Issue | undefined> => {
    const issue = known.get(id) ?? (await store.findIssue(id));
    if (issue && !known.has(id)) {
      known.clear(); // Only the newest: an issue can be large.
      known.set(id, issue);
    }
    return issue;
  };
}
