import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import type { Release } from '../release.ts';
import { createCounters } from './counters.ts';

/** An unresponsive database must not delay the scrape, which times out after ten seconds. */
const databaseTimeout = 2_000; // milliseconds

interface Backlog {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly paused: number;
  readonly restingSeconds: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of the process. */
export function createMetrics(release: Release) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const createGauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const labelNames = ['version', 'commit'];
  const help = 'Always 1: the labels tell releases apart';
  new Gauge({ name: 'site_build_info', help, labelNames, registers }).set({ ...release }, 1);
  const updates: (() => unknown)[] = [];
  return {
    recorder: createCounters(registers),
    contentType: registry.contentType,
    watchCache(cache: { readonly size: number; readonly calculatedSize: number }) {
      const responses = createGauge('page_cache_responses', 'Responses in the page cache');
      const bytes = createGauge('page_cache_bytes', 'Memory of the responses in the page cache');
      updates.push(() => {
        responses.set(cache.size);
        bytes.set(cache.calculatedSize);
      });
    },
    watchConnections(server: Server) {
      const connections = createGauge('http_connections', 'Open connections');
      const count = promisify(server.getConnections.bind(server));
      updates.push(async () => connections.set(await count()));
    },
    /** @param getBacklog rejects while the database is unavailable */
    watchOutbox(getBacklog: () => Promise<Backlog>) {
      updates.push(createOutboxGauges(getBacklog, createGauge));
    },
    /** Returns the metrics in Prometheus's text format. */
    expose: async () => {
      await Promise.all(updates.map((update) => update()));
      return registry.metrics();
    },
  };
}

/** While the database is unavailable the other gauges are missing, so that none shows an old value. */
function createOutboxGauges(
  getBacklog: () => Promise<Backlog>,
  createGauge: (name: string, help: string) => Gauge,
) {
  const up = createGauge(
    'newsletter_database_up',
    'Whether the database of the newsletter responds (1) or not (0)',
  );
  const gauges = {
    waiting: createGauge(
      'newsletter_outbox_waiting',
      'Mails in the queue, without those of paused editions',
    ),
    oldestSeconds: createGauge(
      'newsletter_outbox_oldest_seconds',
      'Age of the oldest mail in the queue that was not tried yet',
    ),
    paused: createGauge(
      'newsletter_editions_paused',
      'Editions that the mail server refused or the operator paused, and that wait to be resumed',
    ),
    restingSeconds: createGauge(
      'newsletter_sender_resting_seconds',
      'How long the mail server has accepted no mail',
    ),
  };
  let pending: Promise<Backlog> | undefined;
  return async () => {
    // One query at a time, so that queries that hang do not use up the connections.
    pending ??= getBacklog().finally(() => {
      pending = undefined;
    });
    const timedOut = sleep(databaseTimeout, undefined, { ref: false });
    const backlog = await Promise.race([pending, timedOut]).catch(() => undefined);
    up.set(backlog ? 1 : 0);
    for (const name of ['waiting', 'oldestSeconds', 'paused', 'restingSeconds'] as const) {
      if (backlog) gauges[name].set(backlog[name]);
      else gauges[name].remove();
    }
  };
}
