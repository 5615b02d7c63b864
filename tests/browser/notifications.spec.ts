import { expect, type Page, type Route } from 'playwright/test';
import { thankYou } from '#shared/content/thank-you.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { setClipboard, visit, visitWithClock } from '../helpers/browser/hydrated-page.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';
import {
  expectGone,
  expectListed,
  expectNotice,
  listed,
  notice,
  toasts,
} from '../helpers/browser/notifications.ts';
import { footerLink, headings, mainLink } from '../helpers/browser/page-words.ts';

/* Toasts, and the messages of the newsletter form. */

async function subscribe(page: Page, address = 'asha@example.com') {
  await page.getByLabel('Email address').fill(address);
  // Uses the keyboard: a pointer over the toast would stop its timer.
  await page.keyboard.press('Enter');
}

const respondWith = (outcome: string, status: number) => (route: Route) =>
  route.fulfill({ status, json: { outcome } });

/** Subscribes on the blog. The response comes when the returned function is called. */
async function beginSubscription(page: Page) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/newsletter', async (route) => {
    await held;
    await respondWith('accepted', 200)(route);
  });
  await visitWithClock(page, '/blog');
  await subscribe(page);
  await expect(toasts(page)).toHaveText('');
  await expectListed(page);
  return release;
}

test('a page that was opened while an address is sent stays', async ({ page }) => {
  const release = await beginSubscription(page);
  await mainLink(page, 'manifesto').press('Enter');
  await expect(page.locator('h1')).toHaveText(headings.manifesto);
  release();
  await expect(toasts(page).getByText('Address received')).toBeVisible();
  await expect(listed(page)).toHaveAttribute('data-type', 'success');
  await page.clock.runFor(3999);
  await expect(listed(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expectGone(page);
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/manifesto');
});

test('a toast follows a subscription until the thank-you page says the same', async ({ page }) => {
  const release = await beginSubscription(page);
  await page.keyboard.press('Enter'); // A second time has no effect.
  await expect(listed(page)).toHaveAttribute('data-type', 'loading');
  await expect(page.getByRole('button', { name: 'Sending' })).toBeDisabled();
  await page.clock.runFor(20_000);
  await expect(listed(page)).toHaveAttribute('data-type', 'loading');
  release();
  await expect(page).toHaveURL('/thank-you?type=newsletter');
  await expect(page.locator('h1')).toHaveText(thankYou.messages.newsletter.title);
  await expectGone(page);
  await expect(page.getByText('Address received')).toHaveCount(0);
});

test('offline the form tries once, and then shows a message of its own and one notice', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::/);
  const expectFailure = async () => {
    await expect(page.locator('form').getByRole('alert')).toContainText('could not be sent');
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    await expect(notice(page)).toContainText('You are offline');
    await expectListed(page, 0);
  };
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await visitWithClock(page, '/blog');
  await context.setOffline(true);
  await expectNotice(page, 5000);
  await subscribe(page);
  await expectFailure();
  expect(sent).toBe(1);

  await test.step('also when the connection is lost while the form is sent', async () => {
    await context.setOffline(false);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/newsletter', async (route) => {
      await held;
      await route.abort('internetdisconnected');
    });
    await subscribe(page);
    await expectListed(page);
    await context.setOffline(true);
    release();
    await expectFailure();
  });
});

test('where the browser always says that it is offline, the form is sent and links work', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await page.route('**/newsletter', respondWith('accepted', 200));
  await visit(page, '/blog');
  await subscribe(page);
  await expect(page).toHaveURL('/thank-you?type=newsletter');
  await page.route('**/page-data/events', (route) => route.abort());
  await footerLink(page, 'events').click();
  await expect(page).toHaveURL('/events'); // by loading its document
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the form says what is wrong, in a toast and under the field', async ({
  page,
  expectConsole,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await visitWithClock(page, '/');
  const field = page.getByLabel('Email address');

  await test.step('a refusal is final: a toast of 4 seconds, and the field keeps its text and the focus', async () => {
    expectConsole(/Failed to load resource: .* status of 503/);
    await page.route('**/newsletter', respondWith('not-open', 503));
    await subscribe(page);
    await expectListed(page);
    await expect(listed(page)).toHaveAttribute('data-type', 'error');
    await expect(toasts(page).getByText('Not subscribed')).toBeVisible();
    await page.clock.runFor(4000);
    await expectGone(page);
    expect(sent).toBe(1);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('asha@example.com');
    await expect(field).toHaveAccessibleDescription(/The newsletter is not open yet\./);
    await expect(page.locator('form').getByRole('alert')).toContainText('is not open yet');
    await page.keyboard.type('x');
    await expect(field).not.toHaveAttribute('aria-invalid');
  });

  await test.step('a connection that stays lost ends with a toast of its own', async () => {
    expectConsole(/net::ERR_CONNECTION_RESET/);
    await page.route('**/newsletter', (route) => route.abort('connectionreset'));
    await subscribe(page);
    await expectListed(page);
    await expect(listed(page)).toHaveAttribute('data-type', 'loading');
    // How often and when it is tried again is in tests/client/data/query-client.test.ts.
    await expect
      .poll(() => page.clock.runFor(500).then(() => toasts(page).textContent()))
      .toContain('Not sent');
    await expect(listed(page)).toHaveAttribute('data-type', 'error');
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    await expect(page.locator('form').getByRole('alert')).toContainText('could not be sent');
  });
});

test('equal toasts are one, a failure is announced at once, and toasts outlive their dialog', async ({
  page,
}) => {
  await visitWithClock(page, '/events');
  await page.getByRole('button', { name: 'View Details' }).first().click();
  const copy = page.getByRole('button', { name: 'Copy link' });
  await setClipboard(page, 'takes');

  await test.step('three equal toasts are one, at the lower right, and its time begins anew', async () => {
    for (let presses = 0; presses < 3; presses += 1) {
      await copy.click();
      await expectListed(page, 1);
      await page.clock.runFor(3000);
    }
    await expect(listed(page)).toHaveCount(1);
    await expect(listed(page)).toBeInViewport({ ratio: 1 });
    const { x, y, width } = await getBox(listed(page)); // in a window of 1280 × 720
    expect([x + width / 2 > 640, y > 360]).toEqual([true, true]);
    await page.clock.runFor(4000);
    await expectGone(page);
  });

  await test.step('a success is announced politely, a failure at once', async () => {
    await copy.click();
    await expect(toasts(page)).toHaveAttribute('aria-live', 'polite');
    await expect(listed(page)).toHaveAccessibleName('Link copied');
    await setClipboard(page, 'rejects');
    await copy.click();
    await page.clock.runFor(1000);
    await expect(page.locator('dialog [role=alert]', { hasText: 'Not copied' })).toHaveCount(1);
  });

  await test.step('it stays when its dialog closes', async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(listed(page)).toHaveCount(2);
  });
});
