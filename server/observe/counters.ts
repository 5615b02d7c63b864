import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import { failureKinds } from '#shared/failure-report.ts';
import { listOutcomes } from '#shared/newsletter/outcomes.ts';

/** Seconds, from a small page on a fast machine to far more than a visitor waits for. */
const renderBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

export type MetricsRecorder = ReturnType<typeof createCounters>;

/** Counts everything but responses, which go to the access log. */
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
  const rendering = new Histogram({
    name: 'page_render_duration_seconds',
    help: 'Time to render a page that did not come from the cache',
    labelNames: ['page'],
    buckets: renderBuckets,
    registers,
  });
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections dropped at the limit of open connections',
    registers,
  });
  const invalid = new Counter({
    name: 'http_requests_invalid_total',
    help: 'Invalid requests, rejected in front of the application, by status',
    labelNames: ['status'],
    registers,
  });
  return {
    rendered: (page: string, milliseconds: number) =>
      rendering.observe({ page }, milliseconds / 1000),
    /** `honeypot`: a program has filled in the field that people do not see. */
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
      ['sent', 'bounced', 'rejected', 'deferred', 'given-up'],
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
    droppedConnection: () => dropped.inc(),
    invalidRequest: (status: number) => invalid.inc({ status }),
  };
}
