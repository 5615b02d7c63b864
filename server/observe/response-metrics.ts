import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import type { AccessEntry } from './access-log.ts';

/** Seconds. A cache hit takes less than the first; no visitor waits for the last. */
const buckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Measures every response, those from the cache too. The label is the route (a page's id, `file`, …),
 * which has few values; clients could invent paths.
 */
export function createResponseMetrics(registers: Registry[]) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by route and class of the status',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  });
  const bytes = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes of responses, headers included, by route and class of the status',
    labelNames: ['route', 'status'],
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Clients that went away before their response was complete',
    registers,
  });
  const cache = new Counter({
    name: 'page_cache_requests_total',
    help: 'Responses by their use of the page cache: hit, miss (rendered and cached) or none',
    labelNames: ['use'],
    registers,
  });
  // Each series begins at 0, so that `rate` sees the first event.
  for (const use of ['hit', 'miss', 'none']) cache.inc({ use }, 0);
  duration.zero({ route: 'failure', status: '5xx' });

  return (entry: AccessEntry) => {
    const labels = { route: entry.route, status: `${Math.floor(entry.status / 100)}xx` };
    duration.observe(labels, entry.milliseconds / 1000);
    bytes.inc(labels, entry.bytes);
    cache.inc({ use: entry.cache });
    if (!entry.isComplete) aborted.inc();
  };
}
