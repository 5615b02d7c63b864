import type { Logger } from 'pino';
import { day, hour } from '#shared/durations.ts';
import { unconfirmedDays } from '#shared/newsletter/outcomes.ts';
import { deleteMailsCapturedBefore } from './mail/captured-mails.ts';
import { maxWait } from './mail/timing.ts';
import { type NewsletterStore, StoreUnavailable } from './store/store.ts';

/** After the database was away. */
const retryDelay = 5_000;

/** How long an unconfirmed address and a captured mail stay. */
const unconfirmedLifetime = unconfirmedDays * day;

interface TidyingDependencies {
  readonly store: NewsletterStore;
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly mailFolder: string;
  readonly logger: Logger;
}

/** Deletes what is older than its retention, also while the newsletter is off: the privacy page promises it. */
export interface Tidying {
  /** Tidies at once and then every hour; soon again after it has failed. */
  start(): void;
  /** Resolves when the database is no longer used. */
  stop(): Promise<void>;
}

/** Each replica has one; they do not disturb one another. */
export function createTidying({ store, ready, mailFolder, logger }: TidyingDependencies): Tidying {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;

  async function tidy() {
    await ready();
    const { removed, isHeld } = await store.tidy(unconfirmedLifetime, maxWait);
    if (removed > 0) logger.info({ removed }, 'unconfirmed subscribers removed');
    if (isHeld) {
      logger.warn('the clock has jumped, or nobody tidied for a day: nothing is removed for a day');
      return;
    }
    const mails = await deleteMailsCapturedBefore(mailFolder, Date.now() - unconfirmedLifetime);
    if (mails > 0) logger.info({ mails }, 'captured mails removed');
  }

  function run() {
    running = tidy().then(
      () => schedule(hour),
      (error: unknown) => {
        // Other users of the database have logged already that it is away.
        if (!(error instanceof StoreUnavailable)) logger.error({ err: error }, 'tidying failed');
        schedule(retryDelay);
      },
    );
  }

  function schedule(delay: number) {
    if (!isStopped) timer = setTimeout(run, delay).unref();
  }

  return {
    start: run,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
