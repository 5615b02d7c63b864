import { expect, type Page } from 'playwright/test';

/** Scrolls in steps of a window to the end of the page, as reading does. */
export async function scrollToEnd(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        window.scrollBy(0, window.innerHeight);
        const { scrollHeight } = document.documentElement;
        return Math.ceil(window.scrollY + window.innerHeight) >= scrollHeight;
      }),
    )
    .toBe(true);
}
