import { Counter, Histogram, type Registry } from 'prom-client';
import { failureKinds } from '#shared/failure-report.ts';
import { listOutcomes } from '#shared/newsletter/outcomes.ts';
import type {
  MetricsRecorder,
  ReportKind,
  ReportRejection,
  SubscriptionMetric,
} from './metrics-recorder.ts';

/** Seconds, from a small page on a fast machine to one that nobody waits for. */
const renderBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/* Every value of a label, so that its series begins at 0 and a rate sees the first of them. */
const subscriptions: readonly SubscriptionMetric[] = [
  'accepted',
  'honeypot',
  'non-ascii',
  ...listOutcomes('subscribe'),
];
const reports: readonly ReportKind[] = ['policy', 'extension', ...failureKinds];
const reportRefusals: readonly ReportRejection[] = ['malformed', 'origin', 'limited'];

/** Counts what is no answer. */
export function createCounters(registers: Registry[]): MetricsRecorder {
  const createCounter = <Value extends string>(
    name: string,
    help: string,
    labelName: string,
    values: readonly Value[],
  ) => {
    const counter = new Counter({ name, help, labelNames: [labelName], registers });
    for (const value of values) counter.inc({ [labelName]: value }, 0);
    return (value: Value) => counter.inc({ [labelName]: value });
  };
  const rendering = new Histogram({
    name: 'page_render_duration_seconds',
    help: 'Rendering of a page that did not come from the cache, to its end',
    labelNames: ['page'],
    buckets: renderBuckets,
    registers,
  });
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections that were refused because there were too many',
    registers,
  });
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests that were refused before there was anything to route, by status',
    labelNames: ['status'],
    registers,
  });
  return {
    rendered: (page, milliseconds) => rendering.observe({ page }, milliseconds / 1000),
    subscribed: createCounter(
      'newsletter_subscriptions_total',
      'Subscriptions by outcome',
      'outcome',
      subscriptions,
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
    reported: createCounter(
      'browser_reports_total',
      'What browsers reported: violations of the policy, hydration and other errors',
      'kind',
      reports,
    ),
    refusedReport: createCounter(
      'browser_reports_refused_total',
      'Reports that were not taken, by reason',
      'reason',
      reportRefusals,
    ),
    droppedConnection: () => dropped.inc(),
    refusedRequest: (status) => refused.inc({ status }),
  };
}
