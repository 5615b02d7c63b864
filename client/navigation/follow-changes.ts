import type { BrowserNavigation } from './browser-navigation.ts';

/** Browsers count the delay of a timer in 32 bits: a longer one would be none. Milliseconds. */
const maxDelay = 2 ** 31 - 1;

/** The least time between two requests, where the clocks of server and visitor differ: milliseconds. */
const minDelay = 1000;

/**
 * Keeps an open page true without polling: when an event begins or ends, or the day of "Last updated"
 * changes, the data of the page are fetched anew. So are those of a document that was true when a cache
 * stored it. A machine that slept and a page from the back/forward cache are checked when they are shown;
 * a hidden page waits until then.
 */
export function followChanges(navigation: BrowserNavigation): void {
  let timer = 0;
  let isRunning = false;

  const check = (least = 0) => {
    clearTimeout(timer);
    const { nextChange } = navigation.getSnapshot().state;
    if (nextChange === undefined || document.hidden || isRunning) return;
    const delay = Math.max(least, nextChange - navigation.now());
    if (delay > 0) timer = window.setTimeout(check, Math.min(delay, maxDelay));
    else void refresh();
  };

  const refresh = async () => {
    isRunning = true;
    // After a failure it is tried again when the page is shown, or the connection is back.
    const hasSucceeded = await navigation.refresh().then(
      () => true,
      () => false,
    );
    isRunning = false;
    if (hasSucceeded) check(minDelay);
  };

  navigation.subscribe(() => check());
  document.addEventListener('visibilitychange', () => check());
  window.addEventListener('pageshow', () => check());
  window.addEventListener('online', () => check());
  check();
}
