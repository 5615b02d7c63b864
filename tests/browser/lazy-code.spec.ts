import { expect } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';

/* Code that a page fetches when it is first wanted, and that does not come at once. */

test.use({ reducedMotion: 'reduce' });

const toasterCode = /\/assets\/toaster-/;

test('a notification comes later when its code could not be fetched the first time', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(toasterCode, (route) => route.abort(), { times: 1 });
  await visit(page, '/events?event=investor-circle-berlin');
  const failed = page.waitForEvent('requestfailed', (request) => toasterCode.test(request.url()));
  await page.keyboard.press('Shift'); // The first touch fetches the code.
  await failed;
  await page.getByRole('button', { name: 'Copy link' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Link copied')).toBeVisible();
});

test('a form whose code cannot be fetched says so, and works with the next try', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  await page.route('**/newsletter', (route) => route.fulfill({ json: { outcome: 'accepted' } }));
  await page.route(/\/assets\/subscribe-/, (route) => route.abort(), { times: 1 });
  await visit(page, '/blog');
  await page.getByLabel('Email address').fill('asha@example.com');
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toContainText('could not be sent');
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL('/thank-you?type=newsletter');
});
