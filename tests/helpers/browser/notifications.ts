import { expect, type Page } from 'playwright/test';

/* Reads notices and toasts on pages with a clock that the test controls (`visitWithClock`). */

export const notice = (page: Page) => page.getByRole('region', { name: 'Notices' });
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** A toast is a dialog that is not modal. */
export const listed = (page: Page) =>
  toasts(page).locator('[data-type]:has([data-type])').filter({ visible: true });

/** Lets the clock run until this many toasts are shown: the first is later than its live region (`toaster.tsx`). */
export const expectListed = (page: Page, count = 1) =>
  expect.poll(() => page.clock.runFor(100).then(() => listed(page).count())).toBe(count);

/** Expects that no toast is shown, after the time in which the last one fades out. */
export async function expectGone(page: Page): Promise<void> {
  await page.clock.runFor(100);
  await expect(listed(page)).toHaveCount(0);
}

/** Expects the notice to stay for this many milliseconds, and not for one more. */
export async function expectNotice(page: Page, time: number): Promise<void> {
  await notice(page).waitFor();
  await page.clock.runFor(time - 1);
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(notice(page)).toHaveCount(0);
}
