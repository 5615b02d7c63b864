import type { FailureKind } from '#shared/failure-report.ts';

/** A page that fails in a circle is told of no more often than this. */
const maxReported = 5;

/** The failures that have been told, each by what was thrown. */
const told = new Set<unknown>();

/** Tells the site's own server of a failure, once. The code for that is fetched when there is one. */
export function reportFailure(kind: FailureKind, error: unknown, stack?: string | null): void {
  if (told.has(error) || told.size >= maxReported) return;
  told.add(error);
  import('./send-failure.ts').then(
    ({ sendFailure }) => sendFailure(kind, error, stack),
    () => {}, // Offline, perhaps. It is in the console in any case.
  );
}

/** Tells of what nobody has caught. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => reportFailure('script', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportFailure('rejection', reason));
}

/** For React, which by default does the second half of it alone. */
export const reactFailures = {
  onRecoverableError: tellAndReport('recovered'),
  onUncaughtError: tellAndReport('uncaught'),
} as const;

function tellAndReport(kind: FailureKind) {
  return (
    error: unknown,
    { componentStack }: { readonly componentStack?: string | null | undefined },
  ) => {
    reportFailure(kind, error, componentStack);
    reportError(error);
  };
}
