import { expect, type Page, type Request } from 'playwright/test';
import { budget } from '#scripts/build/budget.ts';
import { eventsPage } from '#shared/content/events-page.ts';
import { test } from '../helpers/browser-test.ts';
import { holdBack, isMarked, markDocument, visit } from '../helpers/hydrated-page.ts';

/* What is fetched at which time, and what works before the scripts have loaded. */

test.use({ reducedMotion: 'no-preference' });

test('the home page needs few bytes and requests', async ({ page }) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  // Chromium requests the manifest too, which Playwright does not report.
  expect(requests.length + 1).toBeLessThanOrEqual(budget.homeRequests);
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const bytes = sizes.map((size) => size.responseHeadersSize + size.responseBodySize);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(budget.home);
});

/** Holds the scripts back until the returned function is called. */
async function openWithoutScripts(page: Page, address: string) {
  const resolve = await holdBack(page, '**/assets/**');
  const requested = page.waitForRequest((request) => request.resourceType() === 'script');
  await page.goto(address, { waitUntil: 'commit' });
  await requested;
  await markDocument(page);
  return resolve;
}

test('what is chosen before the scripts takes effect later, all of it', async ({ page }) => {
  const release = await openWithoutScripts(page, '/events');
  await page.getByRole('button', { name: 'Theme: follows the system' }).click();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('November');
  await page.getByRole('combobox', { name: 'Format' }).selectOption('Online');
  const releaseNavigation = await holdBack(page, '**/assets/after-hydration-*');
  release();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor(); // Hydrated, without navigation.
  await page.getByRole('radio', { name: 'Calendar' }).click();
  releaseNavigation();
  await expect(page).toHaveURL('/events?month=november&format=online&view=calendar');
  await expect(page.getByText(eventsPage.calendarText)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue('november');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('what is below the window is laid out when it comes into view', async ({ page }) => {
  const release = await openWithoutScripts(page, '/');
  const last = page.locator('main section').last();
  const isLaidOut = () =>
    last.locator('h2').evaluate((h2) => h2.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(isLaidOut).toBe(true);
  release();
  await expect(page.locator('html')).toHaveAttribute('data-whole');
  await expect.poll(() => last.getAttribute('style')).toBeFalsy();

  const readPosition = () => page.evaluate(() => window.scrollY);
  const position = await readPosition();
  expect(position).toBeGreaterThan(500);
  await page.reload();
  expect(await readPosition()).toBe(position);
  await page.goto(`/?from=mail#${await last.getAttribute('id')}`);
  await expect(last).toBeInViewport();
  expect(await isLaidOut()).toBe(true);
  await page.goto('/events'); // Its cards rise when it is loaded.
  await page.evaluate(() => window.scrollTo(0, 700));
  const inList = await readPosition();
  await page.reload();
  expect(await readPosition()).toBe(inList);
});
