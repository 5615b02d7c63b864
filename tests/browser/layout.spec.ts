import { expect } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { windowWidths } from '../helpers/layout-faults.ts';

test.use({ reducedMotion: 'reduce' });

test('the header stays at the top while reading, and leaves room to read', async ({ page }) => {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' });
  await visit(page, '/manifesto');
  for (const size of [
    { width: 1440, height: 800 },
    { width: 375, height: 800 },
    { width: 640, height: 400 }, // 200 % zoom of a small window
  ]) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect(link).toBeInViewport({ ratio: 1 });
  }
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect());
  expect(header.bottom).toBeLessThan(100);
  await link.click();
  await expect(page).toHaveURL('/blog');
  await untilHydrated(page);
});

test('the frame of the contact page is exactly 500 px high at every width', async ({ page }) => {
  await visit(page, '/contact');
  for (const width of windowWidths) {
    await page.setViewportSize({ width, height: 800 });
    expect((await page.locator('iframe').boundingBox())?.height).toBe(500);
  }
});
