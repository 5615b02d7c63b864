import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AccessLog } from './access-log.ts';
import { createCounters } from './counters.ts';
import type { MetricsRecorder } from './metrics-recorder.ts';
import { createOutboxMetrics, type FindBacklog } from './outbox-metrics.ts';
import { createResponseMetrics } from './response-metrics.ts';

export interface MetricsOptions {
  /** ResponseCache in the page cache and their bytes. */
  readonly findUsage: () => { readonly count: number; readonly bytes: number };
  /** Open connections. */
  readonly countConnections: () => Promise<number>;
  /** Undefined where there is no newsletter. */
  readonly findBacklog: FindBacklog | undefined;
}

export interface Metrics {
  readonly observer: AccessLog;
  readonly meter: MetricsRecorder;
  readonly contentType: string;
  /** Everything as Prometheus reads it. */
  expose(): Promise<string>;
}

/**
 * The process's metrics, in a registry of its own. Only where METRICS_PORT is set is this module
 * loaded, and prom-client with it.
 */
export function createMetrics(choice: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  measureProcess(choice, registers);
  const { findBacklog } = choice;
  const askOutbox = findBacklog ? createOutboxMetrics(findBacklog, registers) : async () => {};
  return {
    observer: createResponseMetrics(registers),
    meter: createCounters(registers),
    contentType: registry.contentType,
    async expose() {
      await askOutbox();
      return registry.metrics();
    },
  };
}

function measureProcess(
  { findUsage, countConnections }: MetricsOptions,
  registers: Registry[],
): void {
  new Gauge({
    name: 'page_cache_answers',
    help: 'ResponseCache in the page cache',
    registers,
    collect() {
      this.set(findUsage().count);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Memory that the answers in the page cache may take',
    registers,
    collect() {
      this.set(findUsage().bytes);
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
