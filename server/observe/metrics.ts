import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import type { AccessLog } from './access-log.ts';
import { createCounters } from './counters.ts';
import type { MetricsRecorder } from './metrics-recorder.ts';
import { createOutboxMetrics, type GetBacklog } from './outbox-metrics.ts';
import { createResponseMetrics } from './response-metrics.ts';

export interface MetricsOptions {
  /** Cached responses and their bytes. */
  readonly getCacheUsage: () => { readonly count: number; readonly bytes: number };
  /** Open connections. */
  readonly countConnections: () => Promise<number>;
  /** Undefined where there is no newsletter. */
  readonly getBacklog: GetBacklog | undefined;
}

export interface Metrics {
  /** Measures responses. */
  readonly accessLog: AccessLog;
  readonly recorder: MetricsRecorder;
  readonly contentType: string;
  /** All metrics in Prometheus's text format. */
  expose(): Promise<string>;
}

/**
 * The process's metrics, in a registry of its own. This module, and Prometheus's client with it, is
 * loaded only where METRICS_PORT is set.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  measureProcess(options, registers);
  const { getBacklog } = options;
  const updateOutbox = getBacklog ? createOutboxMetrics(getBacklog, registers) : async () => {};
  return {
    accessLog: createResponseMetrics(registers),
    recorder: createCounters(registers),
    contentType: registry.contentType,
    async expose() {
      await updateOutbox();
      return registry.metrics();
    },
  };
}

function measureProcess(
  { getCacheUsage, countConnections }: MetricsOptions,
  registers: Registry[],
): void {
  new Gauge({
    name: 'page_cache_responses',
    help: 'Responses in the page cache',
    registers,
    collect() {
      this.set(getCacheUsage().count);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Maximum of memory that the responses in the page cache may take',
    registers,
    collect() {
      this.set(getCacheUsage().bytes);
    },
  });
  new Gauge({
    name: 'http_connections',
    help: 'Open connections',
    registers,
    async collect() {
      this.set(await countConnections());
    },
  });
}
