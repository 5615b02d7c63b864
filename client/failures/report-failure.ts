import type { FailureKind } from '#shared/failure-report.ts';

/** Maximum reports of one page load: a page may fail in a loop. */
const maxReported = 5;

const reported = new Set<unknown>();

/** Reports a failure to the site's own server, once. The code is fetched with the first failure. */
export function reportFailure(kind: FailureKind, error: unknown, stack?: string | null): void {
  if (reported.has(error) || reported.size >= maxReported) return;
  reported.add(error);
  import('./send-failure.ts').then(
    ({ sendFailure }) => sendFailure(kind, error, stack),
    () => {}, // Offline, for example. The browser has written the failure to the console.
  );
}

/** Reports errors and rejections that nothing has caught. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => reportFailure('script', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportFailure('rejection', reason));
}
