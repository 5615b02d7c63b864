import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { minute } from '#shared/dates/durations.ts';
import { describeError } from '../../describe-error.ts';
import { createToken, type Keys } from '../keys/keys.ts';
import { type MailStep, type QueueName, StoreUnavailable, type TakenMail } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { defaultTiming, type OutboxTiming } from '../timing.ts';
import type { Composer } from './compose.ts';
import type { Mail, Mailer, MailOutcome, SendOutcome } from './mailer.ts';
import { createStreaks, decideNextStep } from './next-step.ts';
import { createRate, createTurns } from './queues.ts';

export interface OutboxDependencies {
  readonly store: NewsletterStore;
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly mailer: Mailer;
  readonly compose: Composer;
  readonly keys: Keys;
  readonly logger: Logger;
  readonly countMail: (outcome: MailOutcome) => void;
  /** Milliseconds between two mails; undefined: without a limit. */
  readonly mailInterval?: number | undefined;
  readonly timing?: Partial<OutboxTiming> | undefined;
}

/**
 * Sends what is due, while this process is the sender. The log has codes and counts, but never an address, a token or
 * the mail server's text, which quotes addresses.
 */
export function createOutbox(dependencies: OutboxDependencies) {
  const { store, ready, mailer, compose, keys, logger, countMail, mailInterval } = dependencies;
  const timing = { ...defaultTiming, ...dependencies.timing };
  const holder = randomUUID();
  const turns = createTurns();
  const rate = createRate(mailInterval);
  const streaks = createStreaks();
  /** The mails that are being sent, by their id. */
  const inFlight = new Map<string, { queue: QueueName; sending: Promise<void> }>();
  /** The ids of those whose outcome could not be stored yet. */
  const unstored = new Set<string>();
  /** Times of `performance.now()`. */
  let restsUntil = Number.NEGATIVE_INFINITY;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let movedAt = Number.NEGATIVE_INFINITY;
  /** Whether the database may say that the sender rests. */
  let isRestStored = true;
  let working: Promise<void> | undefined;
  let isStopping = false;
  let isOver = false;
  let sleeper = new AbortController();

  /** Checks for mails now. */
  const wake = () => sleeper.abort();

  /** Becomes or stays the sender. @returns false while another process is it */
  async function holdRow(): Promise<boolean> {
    const startedAt = performance.now();
    if (startedAt - renewedAt < timing.poll) return true;
    const held = await store.becomeSender(holder);
    if (held === undefined) return false;
    renewedAt = startedAt;
    if (held === 'new') {
      rate.count(performance.now());
      isRestStored = true;
    }
    return true;
  }

  /**
   * Starts sending what is due, as long as there is a place.
   * @returns milliseconds until the next mail that is known
   */
  async function startMails(): Promise<number> {
    await ready();
    if (performance.now() - movedAt > minute) {
      await store.moveFormerMails();
      movedAt = performance.now();
    }
    while (!isStopping) {
      if (unstored.size > 0) return timing.poll; // The end of a mail wakes it.
      const ids = [...inFlight.keys()];
      const { queues, maySend } = await store.findWork(holder, ids);
      if (!maySend || (queues.length === 0 && inFlight.size === 0)) return timing.poll;
      if (!(await holdRow())) return timing.poll;
      const wait = Math.max(rate.getWait(performance.now()), restsUntil - performance.now());
      if (wait > 0) return wait;
      const sending = [...inFlight.values()].map(({ queue }) => queue);
      const queue = turns.next(queues, sending);
      if (queue === undefined) return timing.poll;
      const { token, hash } = createToken();
      const taken = await store.takeMail({
        ...{ holder, queue, inFlight: ids, tokenHash: hash, hashesOf: keys.hashAddressByAll },
      });
      if (taken === 'not-sender') renewedAt = Number.NEGATIVE_INFINITY;
      if (taken === 'not-sender' || taken === 'none') continue;
      rate.count(performance.now());
      const end = () => {
        inFlight.delete(taken.id);
        unstored.delete(taken.id);
        wake();
      };
      const failed = (err: unknown) => logger.error({ err }, 'outbox failed');
      const mailing = send(taken, token).catch(failed).finally(end);
      inFlight.set(taken.id, { queue, sending: mailing });
    }
    return timing.poll;
  }

  async function send(queued: TakenMail, token: string) {
    const mail = compose(queued, token);
    const outcome = await attempt(mail);
    const step = decideNextStep(queued, outcome);
    report(queued, outcome, step, mail.messageId);
    const counted = streaks.count(queued, outcome);
    if (counted.server === 'rest') restsUntil = performance.now() + timing.rest;
    if (counted.server === 'work') restsUntil = Number.NEGATIVE_INFINITY;
    while (!isOver) {
      try {
        return await storeOutcome(queued, outcome, step, counted);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        warnOfDatabase(error);
        unstored.add(queued.id);
        await sleep(timing.poll); // It comes before another process, which would repeat the mail.
      }
    }
  }

  /** Limits the times of an attempt. */
  async function attempt(mail: Mail): Promise<SendOutcome> {
    const end = new AbortController();
    const cutOff = () => end.abort();
    let timer = setTimeout(cutOff, timing.attempt);
    try {
      return await mailer.send(mail, end.signal, () => {
        clearTimeout(timer);
        timer = setTimeout(cutOff, timing.response);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stores what follows for the mail, for its edition and for the sender. It can be repeated. */
  async function storeOutcome(
    mail: TakenMail,
    outcome: SendOutcome,
    step: MailStep,
    { server, isPaused }: ReturnType<typeof streaks.count>,
  ) {
    await store.storeStep(mail, step);
    const code = 'code' in outcome ? outcome.code : '';
    if (isPaused && mail.kind === 'edition' && (await store.pauseEdition(mail.editionId, code)))
      logger.error(
        { edition: mail.editionId, code },
        'edition paused: the mail server refuses one mail after the other; correct the cause, then "resume"',
      );
    if (server === 'rest') {
      await store.storeRest(holder, code);
      isRestStored = true;
      const { waiting, oldestSeconds } = await store.getBacklog();
      logger.warn({ code, waiting, oldestSeconds }, 'mail waits: the mail server accepts no mail');
    } else if (server === 'work' && isRestStored) {
      await store.storeRest(holder, null);
      isRestStored = false;
    }
  }

  function report(queued: TakenMail, outcome: SendOutcome, next: MailStep, mail: string) {
    const isGivenUp = next.state === 'given-up' && outcome.kind !== 'bounced';
    countMail(isGivenUp ? 'given-up' : outcome.kind);
    const line = { mail, kind: queued.kind, attempts: queued.attempts };
    if (outcome.kind === 'sent') return logger.info(line, 'mail sent');
    const { code, kind } = outcome;
    const seconds = next.state === 'waiting' ? next.delay / 1000 : undefined;
    const isPostponed = next.state === 'waiting' || next.state === 'untried';
    const failed = kind === 'bounced' ? 'mail bounced: no such address' : 'mail given up';
    const details = { ...line, code, outcome: kind, seconds };
    logger.warn(details, isPostponed ? 'mail postponed' : failed);
  }

  function warnOfDatabase({ cause }: StoreUnavailable) {
    const reason = describeError(cause); // It holds no address.
    logger.warn({ reason }, 'mail waits: the newsletter’s database cannot be used');
  }

  async function work() {
    let failures = 0;
    while (!isStopping) {
      let wait = timing.poll;
      try {
        wait = Math.min(await startMails(), timing.poll);
        failures = 0;
      } catch (error) {
        failures += 1;
        wait = Math.min(timing.poll * failures, minute);
        if (error instanceof StoreUnavailable) warnOfDatabase(error);
        else logger.error({ err: error }, 'outbox failed');
      }
      const { signal } = sleeper;
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) sleeper = new AbortController();
    }
  }

  /** Waits until the outcomes of all mails in flight are stored. It stays the sender, as another would repeat them. */
  async function finish() {
    await working;
    while (inFlight.size > 0) {
      await holdRow().catch(() => {}); // Without a database nobody takes a mail.
      const sending = [...inFlight.values()].map((mail) => mail.sending);
      await Promise.race([...sending, sleep(timing.poll, undefined, { ref: false })]);
    }
    if (renewedAt > 0) await store.leaveSender(holder);
  }

  return {
    /** Works until it is stopped. */
    start() {
      working = work();
    },
    wake,
    /** Sends all due mails. Resolves when none is due any more, or the sender rests. */
    async drain() {
      for (await startMails(); inFlight.size > 0; await startMails())
        await Promise.race([...inFlight.values()].map(({ sending }) => sending));
    },
    /** Takes nothing more, waits for mails in flight, and lets another process send. */
    async stop() {
      isStopping = true;
      wake();
      const finished = finish().catch((err) => logger.error({ err }, 'outbox failed'));
      await Promise.race([finished, sleep(timing.stop, undefined, { ref: false })]);
      isOver = true;
      mailer.close();
    },
  };
}
