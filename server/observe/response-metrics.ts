import { Counter, Histogram, type Registry } from 'prom-client';
import type { AccessLog, CacheUse } from './access-log.ts';

/** Seconds: a hit takes less than the first, and nobody waits for the last. */
const buckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** What is counted of one route and one class of statuses. Found once: a hit must stay cheap. */
interface Series {
  readonly duration: { observe(seconds: number): void };
  readonly bytes: { inc(count: number): void };
}

/**
 * Counts every answer, of those from the cache too. Routes are few (a page's id, `file`, …), so the
 * series are; a path would be a label that strangers choose.
 */
export function createResponseMetrics(registers: Registry[]): AccessLog {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of the answer, by route and class of the status',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  });
  const bytes = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes written for answers, headers included, by route and class of the status',
    labelNames: ['route', 'status'],
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Clients that went away before their answer was complete',
    registers,
  });
  const cache = new Counter({
    name: 'page_cache_requests_total',
    help: 'ResponseCache by their use of the page cache: hit, miss (rendered and kept) or none',
    labelNames: ['use'],
    registers,
  });
  const uses: Readonly<Record<CacheUse, { inc(): void }>> = {
    hit: cache.labels('hit'),
    miss: cache.labels('miss'),
    none: cache.labels('none'),
  };
  // From the beginning, so that a rate sees the first of each.
  for (const use of ['hit', 'miss', 'none']) cache.inc({ use }, 0);

  const known = new Map<string, Series[]>();
  function findSeries(route: string, statusClass: number): Series {
    const ofRoute = known.get(route) ?? [];
    if (ofRoute.length === 0) known.set(route, ofRoute);
    const found = ofRoute[statusClass];
    if (found) return found;
    const labels = { route, status: `${statusClass}xx` };
    const series = { duration: duration.labels(labels), bytes: bytes.labels(labels) };
    ofRoute[statusClass] = series;
    return series;
  }

  return {
    wants: () => true,
    observe({ route, status, milliseconds, bytes: written, cache: use, isComplete }) {
      const series = findSeries(route, Math.floor(status / 100));
      series.duration.observe(milliseconds / 1000);
      series.bytes.inc(written);
      uses[use].inc();
      if (!isComplete) aborted.inc();
    },
  };
}
