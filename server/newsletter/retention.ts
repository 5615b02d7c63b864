import { setTimeout as sleep } from 'node:timers/promises';
import { day, hour, minute } from '#shared/dates/durations.ts';
import { deliveryDays, unconfirmedDays } from '#shared/legal/retention.ts';
import type { Keys } from './keys/keys.ts';
import { deleteMailsOlderThan } from './mail/mailer-capture.ts';
import type { OutboxDependencies } from './mail/outbox.ts';

/** Milliseconds until the next attempt after a failure. */
const retryDelay = minute;

/** A subscriber is removed after bounces in this many editions in a row. */
const maxBounces = 3;

/** How long an unconfirmed address and a captured mail are stored. */
const unconfirmedLifetime = unconfirmedDays * day;

/**
 * Deletes data older than their retention, as the privacy page promises, also while the newsletter is off. All replicas
 * do this without disturbing one another.
 */
export function createRetention({
  store,
  ready,
  keys,
  mailFolder,
  logger,
}: Pick<OutboxDependencies, 'store' | 'ready' | 'logger'> & {
  /** They are missing while the newsletter is off. */
  readonly keys: Keys | undefined;
  readonly mailFolder: string;
}) {
  const stopped = new AbortController();
  const { signal } = stopped;

  /** Runs each part, also after one has failed. @returns whether all succeeded */
  async function purge(): Promise<boolean> {
    let isDone = true;
    for (const [part, remove] of parts) {
      try {
        const removed = await remove();
        if (removed) logger.info({ removed }, `${part} removed`);
      } catch (error) {
        isDone = false;
        // A stop closes the database.
        if (!signal.aborted) logger.warn({ part, err: error }, 'deleting expired data failed');
        if (part === 'database') break;
      }
    }
    return isDone;
  }

  const parts = [
    ['database', ready],
    ['unconfirmed subscribers', () => store.removeUnconfirmed(unconfirmedLifetime)],
    ['subscribers whose mails bounce', removeBounced],
    ['recipients of closed editions', closeEditions],
    ['counts of the former program', store.removeFormerCounts],
    ['captured mails', () => deleteMailsOlderThan(mailFolder, unconfirmedLifetime)],
    ['log of changes', store.emptyLog],
  ] as const;

  /** @returns the number of deleted mails */
  async function closeEditions() {
    for (const { id, subject, expired } of await store.closeEditions(deliveryDays * day)) {
      const closed = { edition: id, subject, expired };
      logger.info(closed, 'edition closed: what still waited is given up');
    }
    return store.deleteClosedMails();
  }

  /** @returns the number of removed subscribers */
  async function removeBounced() {
    if (!keys) return 0;
    const bounced = await store.countBounces(maxBounces);
    for (const { key, code } of bounced)
      await store.suppress(key, keys.hashAddress(key), 'bounced', code);
    return bounced.length;
  }

  async function work() {
    while (!signal.aborted) {
      const delay = (await purge()) ? hour : retryDelay;
      await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    /** Deletes expired data at once and then every hour. After a failure it tries again soon. */
    start: () => void work(),
    /** Begins no more deletions. What one has begun is finished by the next start. */
    stop: () => stopped.abort(),
  };
}
