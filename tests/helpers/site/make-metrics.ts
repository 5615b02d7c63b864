import { createMetrics } from '#server/observe/metrics.ts';
import { readSamples } from './read-samples.ts';

/** The server's metrics, not connected to a server. */
export function makeMetrics() {
  const metrics = createMetrics({ version: '1.2.3', commit: 'a673b1701f2c' });
  return { ...metrics, read: async () => readSamples(await metrics.expose()) };
}
