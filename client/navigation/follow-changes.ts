import type { BrowserNavigation } from './browser-navigation.ts';
import { followShownPage, getShownPage } from './shown-page.ts';

/** The maximum delay of a timer, 32 bits in milliseconds: a longer one would fire at once. */
const maxDelay = 2 ** 31 - 1;

/** Milliseconds. Clocks differ by so much, and a server may not know the change yet. */
const tolerance = 5000;

/**
 * Updates an open page without polling: when an event begins or ends, or the day of "Last updated" changes, it
 * fetches the data of the page again. It does the same for a document from a cache that is out of date. A page is
 * also checked when it is shown after a sleep of the machine, or from the back/forward cache; a hidden page waits
 * until it is shown.
 */
export function followChanges(navigation: BrowserNavigation): void {
  let timer = 0;
  let isRunning = false;

  const getDelay = () => {
    const { nextChange = Number.POSITIVE_INFINITY } = getShownPage().state;
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
    // After a failure or an old copy it tries again each second, and later when the page is shown or online again.
    if (delay > -tolerance) wait(Math.max(delay, 1000));
  };

  followShownPage(check);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  window.addEventListener('online', check);
  check();
}
