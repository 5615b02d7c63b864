import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import type { Backlog } from '../newsletter/store/store.ts';
import { createCounters } from './counters.ts';
import { createOutboxMetrics } from './outbox-metrics.ts';

export interface MetricsOptions {
  readonly getCacheUsage: () => { readonly count: number; readonly bytes: number };
  readonly countConnections: () => Promise<number>;
  /** Undefined where there is no newsletter. */
  readonly getBacklog: (() => Promise<Backlog>) | undefined;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The process's metrics, in a registry of its own. */
export function createMetrics({ getCacheUsage, countConnections, getBacklog }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const createGauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  createGauge('page_cache_responses', 'Responses in the page cache', () => getCacheUsage().count);
  createGauge(
    'page_cache_bytes',
    'Memory of the responses in the page cache, with room for every encoding',
    () => getCacheUsage().bytes,
  );
  createGauge('http_connections', 'Open connections', countConnections);
  const updateOutbox = getBacklog ? createOutboxMetrics(getBacklog, registers) : async () => {};
  return {
    recorder: createCounters(registers),
    contentType: registry.contentType,
    /** All metrics in Prometheus's text format. */
    expose: () => updateOutbox().then(() => registry.metrics()),
  };
}
