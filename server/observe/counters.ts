import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import { failureKinds } from '#shared/failure-report.ts';
import { listOutcomes } from '#shared/newsletter/outcomes.ts';
import type { MailOutcome } from '../newsletter/mail/mailer.ts';
import type {
  MetricsRecorder,
  ReportKind,
  ReportRejection,
  SubscriptionMetric,
} from './metrics-recorder.ts';

/** Seconds, from a small page on a fast machine to far more than a visitor waits for. */
const renderBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/* Every value of a label: its series begins at 0, so that `rate` sees the first event. */
const subscriptions: readonly SubscriptionMetric[] = [
  'accepted',
  'honeypot',
  'non-ascii',
  ...listOutcomes('subscribe'),
];
const mails: readonly MailOutcome[] = ['sent', 'bounced', 'rejected', 'deferred', 'given-up'];
const reports: readonly ReportKind[] = ['policy', 'extension', ...failureKinds];
const reportRejections: readonly ReportRejection[] = ['malformed', 'origin', 'limited'];

/** The counters of everything but responses. */
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
    mailed: createCounter(
      'newsletter_mails_total',
      'Attempts to send a mail by outcome',
      'outcome',
      mails,
    ),
    reported: createCounter(
      'browser_reports_total',
      'What browsers reported: violations of the policy, hydration and other errors',
      'kind',
      reports,
    ),
    rejectedReport: createCounter(
      'browser_reports_rejected_total',
      'Reports that were rejected, by reason',
      'reason',
      reportRejections,
    ),
    droppedConnection: () => dropped.inc(),
    invalidRequest: (status) => invalid.inc({ status }),
  };
}
