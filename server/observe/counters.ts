import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import { failureKinds } from '#shared/failure-report.ts';
import { listOutcomes } from '#shared/newsletter/outcomes.ts';
import type { MeasuredResponse } from './access-log.ts';

/** Upper bounds, in seconds. */
const responseBuckets = [
  0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
];

/** Upper bounds, in seconds. */
const renderBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

export type MetricsRecorder = ReturnType<typeof createCounters>;

/** Creates the counters and histograms. */
export function createCounters(registers: Registry[]) {
  const createCounter = <const Value extends string>(
    name: string,
    help: string,
    labelName: string,
    values: readonly Value[],
  ) => {
    const counter = new Counter({ name, help, labelNames: [labelName], registers });
    // Each series begins at 0, so that `rate` sees the first event.
    for (const value of values) counter.inc({ [labelName]: value }, 0);
    return (value: Value) => counter.inc({ [labelName]: value });
  };
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by route and class of the status',
    labelNames: ['route', 'status'],
    buckets: responseBuckets,
    registers,
  });
  duration.zero({ route: 'failure', status: '5xx' }); // So that `rate` sees the first failure.
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
  const countCacheUse = createCounter(
    'page_cache_requests_total',
    'Responses by their use of the page cache: hit, miss (rendered and cached) or none',
    'use',
    ['hit', 'miss', 'none'],
  );
  const rendering = new Histogram({
    name: 'page_render_duration_seconds',
    help: 'Time to render a page that did not come from the cache',
    labelNames: ['page'],
    buckets: renderBuckets,
    registers,
  });
  const invalid = new Counter({
    name: 'http_requests_invalid_total',
    help: 'Invalid requests, rejected in front of the application, by status',
    labelNames: ['status'],
    registers,
  });
  return {
    /** Clients cannot invent a route; they could invent paths. */
    measureResponse(entry: MeasuredResponse) {
      const labels = { route: entry.route, status: `${Math.floor(entry.status / 100)}xx` };
      duration.observe(labels, entry.milliseconds / 1000);
      bytes.inc(labels, entry.bytes);
      countCacheUse(entry.cache);
      if (!entry.isComplete) aborted.inc();
    },
    rendered: (page: string, milliseconds: number) =>
      rendering.observe({ page }, milliseconds / 1000),
    subscribed: createCounter(
      'newsletter_subscriptions_total',
      'Subscriptions by outcome',
      'outcome',
      ['accepted', 'honeypot', 'non-ascii', ...listOutcomes('subscribe')],
    ),
    confirmed: createCounter(
      'newsletter_confirmations_total',
      'Presses of the confirmation button by outcome',
      'outcome',
      listOutcomes('confirm'),
    ),
    unsubscribed: createCounter(
      'newsletter_unsubscriptions_total',
      'Presses of the unsubscribe button by outcome',
      'outcome',
      listOutcomes('unsubscribe'),
    ),
    mailed: createCounter(
      'newsletter_mails_total',
      'Attempts to send a mail by outcome',
      'outcome',
      ['sent', 'bounced', 'rejected', 'deferred', 'server-fault', 'given-up'],
    ),
    reported: createCounter(
      'browser_reports_total',
      'What browsers reported: violations of the policy, hydration and other errors',
      'kind',
      ['policy', 'extension', ...failureKinds],
    ),
    rejectedReport: createCounter(
      'browser_reports_rejected_total',
      'Reports that were rejected, by reason',
      'reason',
      ['malformed', 'origin', 'limited'],
    ),
    invalidRequest: (status: number) => invalid.inc({ status }),
  };
}
