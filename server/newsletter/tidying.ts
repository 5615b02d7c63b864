import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { day, hour } from '#shared/durations.ts';
import { deliveryDays, unconfirmedDays } from '#shared/retention.ts';
import { deleteMailsCapturedBefore } from './mail/captured-mails.ts';
import { longestWait } from './mail/timing.ts';
import { StoreUnavailable } from './store/store.ts';
import type { NewsletterStore } from './store/store-sql.ts';

/** Until the next try after a failure, in milliseconds. */
const retryDelay = 5_000;

/** How long an unconfirmed address and a captured mail are stored. */
const unconfirmedLifetime = unconfirmedDays * day;

interface TidyingDependencies {
  readonly store: NewsletterStore;
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly mailFolder: string;
  readonly logger: Logger;
}

/**
 * Deletes what is older than its retention, also while the newsletter is off: the privacy page promises it. Every
 * replica does this, and they do not disturb one another.
 */
export function createTidying({ store, ready, mailFolder, logger }: TidyingDependencies) {
  const stopped = new AbortController();
  let working: Promise<void> | undefined;

  async function tidy() {
    await ready();
    const removed = await store.tidy(unconfirmedLifetime, longestWait);
    if (removed === undefined) {
      logger.warn('the clock has jumped, or nobody tidied for a day: nothing is removed for a day');
      return;
    }
    if (removed > 0) logger.info({ removed }, 'unconfirmed subscribers removed');
    const sent = await store.closeEditions(deliveryDays * day);
    if (sent > 0) logger.info({ sent }, 'mails of closed editions removed');
    const mails = await deleteMailsCapturedBefore(mailFolder, Date.now() - unconfirmedLifetime);
    if (mails > 0) logger.info({ mails }, 'captured mails removed');
  }

  async function work() {
    const { signal } = stopped;
    while (!signal.aborted) {
      const delay = await tidy().then(
        () => hour,
        (error: unknown) => {
          // Other parts have logged already that the database is unavailable.
          if (!(error instanceof StoreUnavailable)) logger.error({ err: error }, 'tidying failed');
          return retryDelay;
        },
      );
      await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    /** Tidies at once and then every hour; after a failure it tries again soon. */
    start() {
      working = work();
    },
    /** Resolves when the database is no longer used. */
    async stop() {
      stopped.abort();
      await working;
    },
  };
}
