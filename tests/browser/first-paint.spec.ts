import { expect, type Request } from 'playwright/test';
import { budget } from '#scripts/build/budget.ts';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';

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
