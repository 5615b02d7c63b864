import type { FailureKind } from '#shared/failure-report.ts';
import type { SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import type { ConfirmOutcome } from '../newsletter/store/store.ts';
import type { UnsubscribeOutcome } from '../newsletter/subscribing/unsubscribe.ts';

/**
 * The kinds of browser reports. `policy`: a violation of the content security policy. `extension`: any
 * of the kinds, caused by an extension of the browser.
 */
export type ReportKind = FailureKind | 'policy' | 'extension';

/** Why a report was rejected. */
export type ReportRejection = 'malformed' | 'origin' | 'limited';

/** How a subscription ended. `trap`: the field was filled in that only programs see. */
export type SubscriptionMetric = SubscriptionOutcome | 'trap';

/** Counts everything but responses, which go to the access log. Every method is cheap. */
export interface MetricsRecorder {
  /** A page was rendered to its end. */
  rendered(page: string, milliseconds: number): void;
  subscribed(outcome: SubscriptionMetric): void;
  confirmed(outcome: ConfirmOutcome | 'unavailable'): void;
  left(outcome: UnsubscribeOutcome | 'unavailable'): void;
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
  left() {},
  reported() {},
  rejectedReport() {},
  droppedConnection() {},
  invalidRequest() {},
};
