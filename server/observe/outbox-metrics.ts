import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from '@prometheus-io/client';
import type { Backlog } from '../newsletter/store/store.ts';

/** A database that does not respond must not delay the scrape, whose own timeout is ten seconds. */
const timeout = 2_000; // milliseconds

/**
 * The outbox's gauges. While the database is unavailable `newsletter_database_up` is 0, and the other gauges are
 * missing, so that none shows an old value.
 *
 * @param getBacklog rejects while the database is unavailable
 * @returns updates the gauges with one query; never rejects
 */
export function createOutboxMetrics(
  getBacklog: () => Promise<Backlog>,
  registers: Registry[],
): () => Promise<void> {
  const createGauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = createGauge(
    'newsletter_database_up',
    'Whether the database of the newsletter responds (1) or not (0)',
  );
  const gauges = {
    waiting: createGauge(
      'newsletter_outbox_waiting',
      'Mails in the queue, without those to addresses that bounce',
    ),
    oldestSeconds: createGauge(
      'newsletter_outbox_oldest_seconds',
      'Age of the oldest mail in the queue',
    ),
    paused: createGauge(
      'newsletter_batches_paused',
      'Batches (an edition, or all confirmations) that the mail server rejected and that wait to be resumed',
    ),
  };
  let pending: Promise<Backlog> | undefined;
  return async () => {
    // One query at a time: queries that hang must not use up the connections.
    pending ??= getBacklog().finally(() => {
      pending = undefined;
    });
    const timedOut = sleep(timeout, undefined, { ref: false });
    const backlog = await Promise.race([pending, timedOut]).catch(() => undefined);
    up.set(backlog ? 1 : 0);
    for (const name of ['waiting', 'oldestSeconds', 'paused'] as const) {
      if (backlog) gauges[name].set(backlog[name]);
      else gauges[name].remove();
    }
  };
}
