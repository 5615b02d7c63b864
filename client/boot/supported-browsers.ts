/**
 * The oldest browsers in which our scripts run, from spring 2023: the build compiles for them, and a test looks for what
 * is younger (`tests/browser/old-browsers.spec.ts`). Every other browser shows the page without JavaScript.
 */
export const supportedBrowsers = { chrome: 109, firefox: 115, safari: 16.4 } as const;

/**
 * Whether the browser has the youngest features that our scripts use. Where one is missing the inline script starts
 * nothing: with scripts that stop in the middle less would work than without.
 */
export function isSupported(): boolean {
  return (
    'submitter' in SubmitEvent.prototype &&
    'timeout' in AbortSignal &&
    'findLastIndex' in [] &&
    CSS.supports('selector(:modal)') &&
    matchMedia('(width>0px)').matches
  );
}
