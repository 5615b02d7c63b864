import { type FailureKind, type FailureReport, reportsPath } from '#shared/failure-report.ts';

/** React's words for it in a development build, and the numbers of its messages in production. */
const hydrationWords = /hydrat|React error #(?:418|419|42[1-5])\b/i;

const maxMessageLength = 300; // characters
const maxStackLength = 1_200;

/** Sends a report of a failure, and goes on doing so when the visitor leaves the page. */
export function sendFailure(kind: FailureKind, error: unknown, stack?: string | null): void {
  const body = JSON.stringify(describeFailure(kind, error, stack, location));
  navigator.sendBeacon(reportsPath, new Blob([body], { type: 'application/json' }));
}

/** What is told of a failure: words, places in our code, and the path of the page. */
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
    kind: kind === 'recovered' && hydrationWords.test(message) ? 'hydration' : kind,
    message: message.slice(0, maxMessageLength),
    stack: lines.replaceAll(origin, '').trim().slice(0, maxStackLength),
    page: pathname,
  };
}
