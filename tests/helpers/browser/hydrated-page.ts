import type { Page } from 'playwright/test';
import { fontNames } from '#client/styles/font-files.ts';

/** Opens an address of the site and waits until it is hydrated. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await untilHydrated(page);
}

/** Runs in the page: whether React has hydrated it. The live region of the notices is in hydrated pages only. */
export function isHydrated(): boolean {
  return document.querySelector('[role=status][aria-live]') !== null;
}

/** Waits until React has hydrated the document, its effects have run and links are followed, and marks the document. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  // Effects run in a task that React has posted by now; one posted later runs later. It is no
  // timer, because a test may have stopped the clock.
  await page.evaluate(() => {
    Reflect.set(window, 'marked', true);
    const { port1, port2 } = new MessageChannel();
    port2.postMessage(undefined);
    return new Promise((resolve) => {
      port1.onmessage = resolve;
    });
  });
}

/** Whether it is still the document that `untilHydrated` has marked: only a load of a new one removes the mark. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'marked') === true);
}

/** Opens the page with all of its code and stops its clock: from then on time passes only when the test says so. */
export async function visitWithClock(page: Page, address: string): Promise<void> {
  await page.clock.install({ time: '2026-01-01T12:00:00Z' });
  await visit(page, address);
  await page.clock.pauseAt('2026-01-01T13:00:00Z');
}

/** Makes the clipboard accept or refuse every write. */
export function setClipboard(page: Page, kind: 'takes' | 'rejects'): Promise<void> {
  return page.evaluate((which) => {
    navigator.clipboard.writeText = () =>
      which === 'takes'
        ? Promise.resolve()
        : Promise.reject(new DOMException('', 'NotAllowedError'));
  }, kind);
}

/** Goes to an address of the router within the document, as Forward does. */
export function follow(page: Page, href: string): Promise<void> {
  return page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, href);
}

/** Holds the requests for these addresses back until the returned function is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until our fonts are shown. */
export async function showOurFonts(page: Page): Promise<void> {
  const areLoaded = (names: readonly string[]) =>
    names.every((name) =>
      [...document.fonts].some(
        // Firefox and Chromium quote a name with a space.
        ({ family, status }) => family.replaceAll('"', '') === name && status === 'loaded',
      ),
    );
  await page.waitForFunction(areLoaded, Object.values(fontNames));
}

/** Scrolls in steps of a window to the end of the page, one step per frame, as reading does. */
export function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const isAtEnd = () =>
      Math.ceil(window.scrollY + window.innerHeight) >= document.documentElement.scrollHeight;
    while (!isAtEnd()) {
      window.scrollBy(0, window.innerHeight);
      await new Promise(requestAnimationFrame);
    }
  });
}
