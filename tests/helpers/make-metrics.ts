import { createMetrics, type MetricsOptions } from '#server/observe/metrics.ts';
import { readSamples } from './read-samples.ts';

/** The server's metrics, of a cache without responses, of no connection and without a newsletter. */
export function makeMetrics(given: Partial<MetricsOptions> = {}) {
  const metrics = createMetrics({
    getCacheUsage: () => ({ count: 0, bytes: 0 }),
    countConnections: async () => 0,
    getBacklog: undefined,
    ...given,
  });
  return { ...metrics, read: async () => readSamples(await metrics.expose()) };
}
