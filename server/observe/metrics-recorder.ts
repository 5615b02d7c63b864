import type { FailureKind } from '#shared/failure-report.ts';
import type { OutcomeOf } from '#shared/newsletter/outcomes.ts';
import type { SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import type { MailOutcome } from '../newsletter/mail/mailer.ts';

/**
 * The kinds of browser reports. `policy`: a violation of the content security policy. `extension`: any
 * of the kinds, caused by an extension of the browser.
 */
export type ReportKind = FailureKind | 'policy' | 'extension';

/** Why a report was rejected. */
export type ReportRejection = 'malformed' | 'origin' | 'limited';

/** How a request to subscribe ended. `honeypot`: a program has filled in the field that people do not see. */
export type SubscriptionMetric = SubscriptionOutcome | 'honeypot';

/** Counts everything but responses, which go to the access log. Every method is cheap. */
export interface MetricsRecorder {
  /** A page was rendered to its end. */
  rendered(page: string, milliseconds: number): void;
  subscribed(outcome: SubscriptionMetric): void;
  confirmed(outcome: OutcomeOf<'confirm'>): void;
  unsubscribed(outcome: OutcomeOf<'unsubscribe'>): void;
  mailed(outcome: MailOutcome): void;
  reported(kind: ReportKind): void;
  rejectedReport(reason: ReportRejection): void;
  /** A connection was dropped: there were too many. */
  droppedConnection(): void;
  /** An invalid request was rejected in front of the application, with this status. */
  invalidRequest(status: number): void;
}

/** Counts nothing: for a server without metrics. */
export const noMetrics: MetricsRecorder = {
  rendered() {},
  subscribed() {},
  confirmed() {},
  unsubscribed() {},
  mailed() {},
  reported() {},
  rejectedReport() {},
  droppedConnection() {},
  invalidRequest() {},
};
