import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { day, hour } from '#shared/dates/durations.ts';
import { deliveryDays, unconfirmedDays } from '#shared/legal/retention.ts';
import { deleteMailsCapturedBefore } from './mail/captured-mails.ts';
import { longestWait } from './mail/timing.ts';
import { StoreUnavailable } from './store/store.ts';
import type { NewsletterStore } from './store/store-sql.ts';

/** Milliseconds until the next attempt after a failure. */
const retryDelay = 5_000;

/** How long an unconfirmed address and a captured mail are stored. */
const unconfirmedLifetime = unconfirmedDays * day;

interface RetentionDependencies {
  readonly store: NewsletterStore;
  /** Resolves when the store is open; rejects with `StoreUnavailable`. */
  readonly ready: () => Promise<void>;
  readonly mailFolder: string;
  readonly logger: Logger;
}

/**
 * Deletes data older than their retention, as the privacy page promises, also while the newsletter is off. All replicas
 * do this without disturbing one another.
 */
export function createRetention({ store, ready, mailFolder, logger }: RetentionDependencies) {
  const stopped = new AbortController();
  let working: Promise<void> | undefined;

  async function purge() {
    await ready();
    const result = await store.purgeExpired(unconfirmedLifetime, longestWait);
    if ('heldUntil' in result) {
      const until = new Date(result.heldUntil).toISOString();
      logger.warn(
        { until },
        'expired data are not deleted: the database’s clock has jumped, or the server was down for a day',
      );
      return;
    }
    const { removed } = result;
    if (removed > 0) logger.info({ removed }, 'unconfirmed subscribers removed');
    const sent = await store.closeEditions(deliveryDays * day);
    if (sent > 0) logger.info({ sent }, 'mails of closed editions removed');
    const mails = await deleteMailsCapturedBefore(mailFolder, Date.now() - unconfirmedLifetime);
    if (mails > 0) logger.info({ mails }, 'captured mails removed');
  }

  async function work() {
    const { signal } = stopped;
    while (!signal.aborted) {
      const delay = await purge().then(
        () => hour,
        (error: unknown) => {
          // Other parts have logged already that the database is unavailable.
          if (!(error instanceof StoreUnavailable))
            logger.error({ err: error }, 'deleting expired data failed');
          return retryDelay;
        },
      );
      await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    /** Deletes expired data at once and then every hour. After a failure it tries again soon. */
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
