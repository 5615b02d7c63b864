import type { BrowserNavigation } from './browser-navigation.ts';

/** Browsers count the delay of a timer in 32 bits: a longer one would be none. Milliseconds. */
const maxDelay = 2 ** 31 - 1;

/** Clocks differ by that much, and a server may not be there yet: milliseconds. */
const tolerance = 5000;

/**
 * Keeps an open page true without polling: when an event begins or ends, or the day of "Last updated"
 * changes, the data of the page are fetched anew. So are those of a document that was true when a cache
 * stored it. A machine that slept and a page from the back/forward cache are checked when they are shown;
 * a hidden page waits until then.
 */
export function followChanges(navigation: BrowserNavigation): void {
  let timer = 0;
  let isRunning = false;

  const getDelay = () => {
    const { nextChange = Number.POSITIVE_INFINITY } = navigation.getSnapshot().state;
    return nextChange - navigation.now();
  };

  const wait = (delay: number) => {
    clearTimeout(timer);
    if (delay !== Number.POSITIVE_INFINITY)
      timer = window.setTimeout(check, Math.min(delay, maxDelay));
  };

  const check = () => {
    if (document.hidden || isRunning) return;
    const delay = getDelay();
    if (delay > 0) wait(delay);
    else void refresh();
  };

  const refresh = async () => {
    isRunning = true;
    await navigation.refresh().catch(() => {});
    isRunning = false;
    const delay = getDelay();
    // After a failure, or an old copy, it is tried again when the page is shown or the connection is back.
    if (delay > -tolerance) wait(Math.max(delay, 1000));
  };

  navigation.subscribe(check);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  window.addEventListener('online', check);
  check();
}
