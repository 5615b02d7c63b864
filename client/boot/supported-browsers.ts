/**
 * The oldest browsers in which our scripts run, from spring 2023. The build compiles for them, and a test finds newer
 * features (`tests/browser/old-browsers.spec.ts`). Every older browser shows the page without JavaScript.
 */
export const supportedBrowsers = { chrome: 109, firefox: 115, safari: 16.4 } as const;

/**
 * Whether the browser has the newest features that our scripts use. If one is missing, the inline script starts
 * nothing: scripts that stop halfway would leave a page that works worse than without any.
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
