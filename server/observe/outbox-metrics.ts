import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../newsletter/store/store.ts';

/** Mails that wait; rejects while the database is away. */
export type FindBacklog = () => Promise<Backlog>;

/** A database that does not answer must not hold up the scrape, which gives up after ten seconds. */
const timeouts = 2_000; // milliseconds

/**
 * The outbox's gauges. While the database is away one of them says so, and the others are absent
 * rather than old.
 *
 * @returns asks the database once; never rejects
 */
export function createOutboxMetrics(
  findBacklog: FindBacklog,
  registers: Registry[],
): () => Promise<void> {
  const up = new Gauge({
    name: 'newsletter_database_up',
    help: 'Whether the database of the newsletter answers (1) or not (0)',
    registers,
  });
  const waiting = new Gauge({
    name: 'newsletter_outbox_waiting',
    help: 'Mails that wait to be sent',
    registers,
  });
  const oldest = new Gauge({
    name: 'newsletter_outbox_oldest_seconds',
    help: 'How long the oldest of them has been waiting',
    registers,
  });
  const paused = new Gauge({
    name: 'newsletter_batches_paused',
    help: 'Issues, and the confirmations as one, that the mail server refuses and that wait to be resumed',
    registers,
  });
  let asking: Promise<Backlog> | undefined;
  return async () => {
    // One question at a time: those that hang must not use up the connections.
    asking ??= findBacklog().finally(() => {
      asking = undefined;
    });
    const backlog = await withTimeouts(asking);
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

async function withTimeouts(asking: Promise<Backlog>): Promise<Backlog | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeouts);
  try {
    return await Promise.race([asking, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
