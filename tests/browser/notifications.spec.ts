import { expect, type Page, type Route } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** A toast is a dialog that is not modal. */
const listed = (region: ReturnType<typeof toasts>) =>
  region.locator('[data-type]:has([data-type])').filter({ visible: true });

/** Opens the page and stops its clock: from then on time passes only when the test says so. */
async function visitWithClock(page: Page, address: string) {
  await page.clock.install({ time: '2026-01-01T12:00:00Z' });
  await visit(page, address);
  await page.clock.pauseAt('2026-01-01T13:00:00Z');
}

/** The frames in which a notification that has ended takes its leave. */
const leave = (page: Page) => page.clock.runFor(100);

async function subscribe(page: Page) {
  await page.getByLabel('Email address').fill('asha@example.com');
  // Not the pointer: it would rest on the toast, which stands still under it.
  await page.keyboard.press('Enter');
}

const respondWith = (outcome: string, status: number) => (route: Route) =>
  route.fulfill({ status, json: { outcome } });

test.describe('the first system', () => {
  const notice = (page: Page) => notices(page).and(page.locator('[data-type]'));

  test('reports a lost connection without fetching anything, then that it is back, for 5000 ms', async ({
    page,
    context,
  }) => {
    await visitWithClock(page, '/');
    await context.setOffline(true);
    await expect(page.getByRole('status').getByRole('alert')).toContainText('You are offline');
    await expect(notice(page)).toHaveAttribute('data-type', 'destructive');
    await page.clock.runFor(3000);
    await context.setOffline(false);
    await expect(notices(page)).toContainText('You are online again');
    await expect(page.getByText('You are offline')).toHaveCount(0);
    await expect(notice(page)).toHaveAttribute('data-type', 'default');
    await page.clock.runFor(4999);
    await expect(notice(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(notice(page)).toHaveCount(0);
  });

  test('goes by itself 5000 ms after it came, and comes again', async ({ page, context }) => {
    await visitWithClock(page, '/');
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.clock.runFor(4999);
    await expect(notice(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(notice(page)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText('You are online again')).toBeVisible();
  });

  test('waits while the focus is in it; closed, it returns the focus', async ({
    page,
    context,
  }) => {
    await visitWithClock(page, `/events?event=${someEvent.slug}`);
    const copy = page.getByRole('button', { name: 'Copy link' });
    await copy.focus();
    await context.setOffline(true);
    const close = page.getByRole('dialog').getByLabel('Close', { exact: true });
    await close.focus();
    await page.clock.runFor(60_000);
    await expect(notice(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toHaveCount(0);
    await expect(copy).toBeFocused();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test.describe('the second system', () => {
  test('follows a subscription from loading to success, and goes after 4000 ms', async ({
    page,
  }) => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/newsletter', async (route) => {
      await held;
      await respondWith('accepted', 200)(route);
    });
    await visitWithClock(page, '/blog');
    await subscribe(page);
    await expect(listed(toasts(page))).toHaveAttribute('data-type', 'loading');
    await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(listed(toasts(page))).toHaveAttribute('data-type', 'loading');
    letGo();
    await expect(listed(toasts(page))).toHaveAttribute('data-type', 'success');
    await expect(toasts(page).getByText('Subscribed')).toBeVisible();
    await expect(page).toHaveURL('/thank-you?type=newsletter');
    await expect(page.locator('h1')).toHaveText('Welcome to the newsletter');
    await page.clock.runFor(3999);
    await expect(listed(toasts(page))).toHaveCount(1);
    await page.clock.runFor(1);
    await leave(page);
    await expect(listed(toasts(page))).toHaveCount(0);
  });

  for (const { outcome, status, words } of [
    { outcome: 'not-open', status: 503, words: 'The newsletter is not open yet.' },
    { outcome: 'invalid', status: 422, words: 'Enter a full email address' },
  ]) {
    test(`says that it was ${outcome}, under the field too, and keeps the address`, async ({
      page,
      expectConsole,
    }) => {
      expectConsole(new RegExp(`Failed to load resource: .* status of ${status}`));
      await page.route('**/newsletter', respondWith(outcome, status));
      await visitWithClock(page, '/');
      await subscribe(page);
      await expect(listed(toasts(page))).toHaveAttribute('data-type', 'error');
      await expect(toasts(page).getByText('Not subscribed')).toBeVisible();
      await page.clock.runFor(4000);
      await leave(page);
      await expect(listed(toasts(page))).toHaveCount(0);
      const field = page.getByLabel('Email address');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('asha@example.com');
      await expect(field).toHaveAccessibleDescription(new RegExp(words));
      await expect(page.locator('form').getByRole('alert')).toContainText(words);
      await page.keyboard.press('End');
      await page.keyboard.type('x');
      await expect(field).not.toHaveAttribute('aria-invalid');
    });
  }

  test('an invalid address is reported at the field without a request', async ({ page }) => {
    const sent: string[] = [];
    await page.route('**/newsletter', (route) => {
      sent.push(route.request().url());
      return route.abort();
    });
    await visit(page, '/');
    await page.getByLabel('Email address').fill('asha@');
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Email address');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/Enter a full email address/);
    expect(sent).toEqual([]);
  });

  test('a lost connection is tried again after 1, 2 and 4 seconds and then reported', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/net::ERR_CONNECTION_RESET/);
    let tries = 0;
    await page.route('**/newsletter', (route) => {
      tries += 1;
      return route.abort('connectionreset');
    });
    await visitWithClock(page, '/');
    await subscribe(page);
    await expect.poll(() => tries).toBe(1);
    for (const [index, seconds] of [1, 2, 4].entries()) {
      await expect(listed(toasts(page))).toHaveAttribute('data-type', 'loading');
      // The pause begins when the page has learnt of the failure, a moment after the request.
      await page.evaluate(() => new Promise((resolve) => queueMicrotask(() => resolve(null))));
      await page.clock.runFor(seconds * 1000 - 1);
      expect(tries).toBe(index + 1);
      await page.clock.runFor(1);
      await expect.poll(() => tries).toBe(index + 2);
    }
    await expect(toasts(page).getByText('Not sent')).toBeVisible();
    await expect(listed(toasts(page))).toHaveAttribute('data-type', 'error');
    await page.clock.runFor(60_000);
    expect(tries).toBe(4);
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    await expect(page.locator('form').getByRole('alert')).toContainText('could not be sent');
  });

  test('stands at the bottom right and shows three at most', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visitWithClock(page, `/events?event=${someEvent.slug}`);
    const copy = page.getByRole('button', { name: 'Copy link' });
    for (const count of [1, 2, 3, 3, 3]) {
      await copy.click();
      await expect(listed(toasts(page))).toHaveCount(count);
    }
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    for (const toast of await listed(toasts(page)).all()) {
      const box = await toast.boundingBox();
      if (!box) throw new Error('The toast has no box');
      expect(box.x).toBeGreaterThan(width / 2);
      expect(box.y).toBeGreaterThan(height / 2);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    await page.clock.runFor(4000);
    await leave(page);
    await expect(listed(toasts(page))).toHaveCount(0);
  });

  for (const [name, enter, exit] of [
    [
      'the pointer rests on it',
      (page: Page) => listed(toasts(page)).hover(),
      (page: Page) => page.mouse.move(5, 5),
    ],
    [
      'the focus is in it',
      (page: Page) => page.keyboard.press('F6'), // The key that Base UI gives to them.
      (page: Page) => page.getByRole('button', { name: 'Copy link' }).focus(),
    ],
  ] as const) {
    test(`its time stands still while ${name}`, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await visitWithClock(page, `/events?event=${someEvent.slug}`);
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect(listed(toasts(page))).toHaveCount(1);
      await page.clock.runFor(2000);
      await enter(page);
      await page.clock.runFor(60_000);
      await expect(listed(toasts(page))).toHaveCount(1);
      await exit(page);
      await page.clock.runFor(1900);
      await expect(listed(toasts(page))).toHaveCount(1);
      await page.clock.runFor(2200);
      await leave(page);
      await expect(listed(toasts(page))).toHaveCount(0);
    });
  }

  test('is announced: a failure at once, a success when there is time', async ({ page }) => {
    await visitWithClock(page, `/events?event=${someEvent.slug}`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve();
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(toasts(page)).toHaveAttribute('aria-live', 'polite');
    await expect(listed(toasts(page))).toHaveAccessibleName('Link copied');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error());
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    const alert = page.getByRole('dialog').getByRole('alert');
    await page.clock.runFor(1000);
    await expect(alert.filter({ hasText: 'Not copied' })).toHaveCount(1);
  });

  test('stays when the dialog it was shown in closes', async ({ page }) => {
    await visitWithClock(page, '/events');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve();
    });
    await page.getByRole('button', { name: 'View Details' }).first().click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(listed(toasts(page))).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(listed(toasts(page))).toHaveCount(1);
    await untilHydrated(page);
  });
});
