import type { Page } from 'playwright/test';

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
