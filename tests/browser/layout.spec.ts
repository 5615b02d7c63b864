import { expect } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

/** Six windows, and 640 for one of 1280 at 200 % zoom. */
const widths = [320, 375, 640, 768, 1024, 1440, 1920];

test('at 200 % zoom of a small window the header leaves room to read', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await visit(page, '/manifesto');
  await page.evaluate(() => window.scrollTo(0, 1500));
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect());
  expect(header.bottom).toBeLessThan(100);
});

test('the details of an event fit every width, and their whole text can be reached', async ({
  page,
}) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 500 });
    const dialog = page.getByRole('dialog');
    const box = await dialog.boundingBox();
    if (!box) throw new Error('The dialog has no box');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(500);
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const close = dialog.getByRole('button', { name: 'Close', exact: true });
    await close.scrollIntoViewIfNeeded();
    await expect(close).toBeInViewport({ ratio: 1 });
  }
});

for (const width of [1440, 375]) {
  test(`at ${width} px the header stays at the top while reading`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, '/manifesto');
    await page.evaluate(() => window.scrollTo(0, 1500));
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await expect(page).toHaveURL('/blog');
    await untilHydrated(page);
  });
}

test('the frame of the contact page is exactly 500 px high at every width', async ({ page }) => {
  await visit(page, '/contact');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect((await page.locator('iframe').boundingBox())?.height).toBe(500);
  }
});
