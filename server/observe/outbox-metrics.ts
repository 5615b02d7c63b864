import { Gauge, type Registry } from '@prometheus-io/client';
import type { Backlog } from '../newsletter/store/store.ts';

/** The waiting mails; rejects while the database is unavailable. */
export type GetBacklog = () => Promise<Backlog>;

/** A database that does not respond must not delay the scrape, whose own timeout is ten seconds. */
const timeout = 2_000; // milliseconds

/**
 * The outbox's gauges. While the database is unavailable `newsletter_database_up` is 0, and the other gauges are
 * missing, so that none shows an old value.
 *
 * @returns updates the gauges with one query; never rejects
 */
export function createOutboxMetrics(
  getBacklog: GetBacklog,
  registers: Registry[],
): () => Promise<void> {
  const up = new Gauge({
    name: 'newsletter_database_up',
    help: 'Whether the database of the newsletter responds (1) or not (0)',
    registers,
  });
  const waiting = new Gauge({
    name: 'newsletter_outbox_waiting',
    help: 'Mails in the queue',
    registers,
  });
  const oldest = new Gauge({
    name: 'newsletter_outbox_oldest_seconds',
    help: 'Age of the oldest mail in the queue',
    registers,
  });
  const paused = new Gauge({
    name: 'newsletter_batches_paused',
    help: 'Batches (an edition, or all confirmations) that the mail server rejected and that wait to be resumed',
    registers,
  });
  let pending: Promise<Backlog> | undefined;
  return async () => {
    // One query at a time: queries that hang must not use up the connections.
    pending ??= getBacklog().finally(() => {
      pending = undefined;
    });
    const backlog = await withTimeout(pending);
    up.set(backlog ? 1 : 0);
    if (backlog) {
      waiting.set(backlog.waiting);
      oldest.set(backlog.oldestSeconds);
      paused.set(backlog.paused);
    } else {
      waiting.remove();
      oldest.remove();
      paused.remove();
    }
  };
}

async function withTimeout(pending: Promise<Backlog>): Promise<Backlog | undefined> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeout);
  try {
    return await Promise.race([pending, timedOut]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
