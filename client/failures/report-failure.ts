import { type FailureKind, type FailureReport, reportsPath } from '#shared/failure-report.ts';

/** Messages of React about hydration: words in development, numbers in production (`Minified React error #418`). */
const hydrationMessage = /hydrat|React error #(?:418|419|42[1-5])\b/i;

const maxMessageLength = 300; // characters
const maxStackLength = 1_200;

/** Maximum reports of one page load: a page may fail in a loop. */
const maxReported = 5;

const reported = new Set<unknown>();

/** Reports a failure to the site's own server, once. A beacon is sent even when the visitor leaves the page. */
export function reportFailure(kind: FailureKind, error: unknown, stack?: string | null): void {
  if (reported.has(error) || reported.size >= maxReported) return;
  reported.add(error);
  const body = JSON.stringify(describeFailure(kind, error, stack, location));
  // A browser may have beacons switched off.
  navigator.sendBeacon?.(reportsPath, new Blob([body], { type: 'application/json' }));
}

/** Reports errors and rejections that nothing has caught. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => reportFailure('script', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportFailure('rejection', reason));
}

/** The report: message, stack without origins, and the path of the page. */
export function describeFailure(
  kind: FailureKind,
  error: unknown,
  stack: string | null | undefined,
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
): FailureReport {
  const isError = error instanceof Error;
  const message = isError ? `${error.name}: ${error.message}` : String(error);
  const lines = stack || (isError && error.stack) || '';
  return {
    kind: kind === 'recovered' && hydrationMessage.test(message) ? 'hydration' : kind,
    message: message.slice(0, maxMessageLength),
    stack: lines.replaceAll(origin, '').trim().slice(0, maxStackLength),
    page: pathname,
  };
}
