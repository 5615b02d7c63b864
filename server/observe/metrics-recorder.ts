import type { FailureKind } from '#shared/failure-report.ts';
import type { OutcomeOf } from '#shared/newsletter/outcomes.ts';
import type { SubscriptionOutcome } from '#shared/newsletter/subscription.ts';

/**
 * What browsers tell of. `policy`: a violation of the content security policy. `extension`: any of
 * these in an extension of the browser, which is not our mistake.
 */
export type ReportKind = FailureKind | 'policy' | 'extension';

/** Why a report was not taken. */
export type ReportRejection = 'malformed' | 'origin' | 'limited';

/** How a request to subscribe ended. `honeypot`: a program has filled in the field that people do not see. */
export type SubscriptionMetric = SubscriptionOutcome | 'honeypot';

/** What is counted besides answers, which the observers see. Every method is cheap. */
export interface MetricsRecorder {
  /** A page was rendered to its end. */
  rendered(page: string, milliseconds: number): void;
  subscribed(outcome: SubscriptionMetric): void;
  confirmed(outcome: OutcomeOf<'confirm'>): void;
  unsubscribed(outcome: OutcomeOf<'unsubscribe'>): void;
  reported(kind: ReportKind): void;
  refusedReport(reason: ReportRejection): void;
  /** A connection was refused, because there were too many. */
  droppedConnection(): void;
  /** A request was refused before there was anything to route: its status. */
  refusedRequest(status: number): void;
}

/** Counts nothing, where nobody looks. */
export const noMetrics: MetricsRecorder = {
  rendered() {},
  subscribed() {},
  confirmed() {},
  unsubscribed() {},
  reported() {},
  refusedReport() {},
  droppedConnection() {},
  refusedRequest() {},
};
