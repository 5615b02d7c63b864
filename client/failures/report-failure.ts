import type { FailureKind } from '#shared/failure-report.ts';
import { sendFailure } from './send-failure.ts';

/** Maximum reports of one page load: a page may fail in a loop. */
const maxReported = 5;

const reported = new Set<unknown>();

/** Reports a failure to the site's own server, once. */
export function reportFailure(kind: FailureKind, error: unknown, stack?: string | null): void {
  if (reported.has(error) || reported.size >= maxReported) return;
  reported.add(error);
  sendFailure(kind, error, stack);
}

/** Reports errors and rejections that nothing has caught. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => reportFailure('script', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportFailure('rejection', reason));
}
