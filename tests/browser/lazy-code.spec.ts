import { expect, type Page, type Request } from 'playwright/test';
import { budget } from '#scripts/build/budget.ts';
import { measureScripts } from '#scripts/build/measure-build.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { someEvent } from '../helpers/content/some-event.ts';

/* Checks what a page fetches when it is opened, and what it fetches on first use. */

const toasterCode = /\/assets\/toaster-/;

/** Records the requests of a page that has nothing in its cache. */
async function recordRequests(page: Page) {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

/** The number of bytes sent, with headers. */
async function measure(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce(
    (sum, { responseHeadersSize, responseBodySize }) =>
      sum + responseHeadersSize + responseBodySize,
    0,
  );
}

test('the home page needs few bytes and requests, and as little JavaScript as the build says', async ({
  page,
}) => {
  const requests = await recordRequests(page);
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  // Chromium requests the manifest too, which Playwright does not report.
  expect(requests.length + 1).toBeLessThanOrEqual(budget.homeRequests);
  expect(await measure(requests)).toBeLessThanOrEqual(budget.home);
  // every-page.spec.ts checks that no page loads other scripts.
  const estimate = measureScripts('dist', readAssetManifest('dist').scripts);
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  expect(Math.abs((await measure(scripts)) / estimate - 1)).toBeLessThan(0.03);
});

test('the first touch fetches nothing; a toast fetches its code', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) fetched.push(request.url());
  });
  await page.route('**/newsletter', (route) => route.fulfill({ json: { outcome: 'invalid' } }));
  await visit(page, '/blog');
  await page.waitForLoadState('networkidle'); // The code of motion is fetched after hydration.
  fetched.length = 0;
  await page.locator('h1').click();
  await page.keyboard.press('Shift');
  await page.getByLabel('Email address').fill('asha@example.com');
  expect(fetched).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Not subscribed');
  expect(fetched.some((url) => toasterCode.test(url))).toBe(true);
});

test('without its code a toast is a notice', async ({ page, context, expectConsole }) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(toasterCode, (route) => route.abort(), { times: 1 });
  await visit(page, `/events?event=${someEvent.slug}`);
  const copy = page.getByRole('button', { name: 'Copy link' });
  await copy.click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Link copied');
  await copy.click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Link copied')).toBeVisible();
});
