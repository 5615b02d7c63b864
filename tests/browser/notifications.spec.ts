import { expect, type Page, type Route } from 'playwright/test';
import { thankYou } from '#shared/content/thank-you.ts';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser-test.ts';
import { setClipboard, visitWithClock } from '../helpers/hydrated-page.ts';
import { getBox } from '../helpers/layout-faults.ts';
import { headings, mainLink } from '../helpers/page-words.ts';
import { someEvent } from '../helpers/some-event.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notices' });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** A toast is a dialog that is not modal. */
const listed = (page: Page) =>
  toasts(page).locator('[data-type]:has([data-type])').filter({ visible: true });

/** Lets the clock run until so many toasts are there: the first comes later than its live region (`toaster.tsx`). */
const expectListed = (page: Page, count = 1) =>
  expect.poll(() => page.clock.runFor(100).then(() => listed(page).count())).toBe(count);

async function expectGone(page: Page) {
  await page.clock.runFor(100); // The frames in which a notification that has ended takes its leave.
  await expect(listed(page)).toHaveCount(0);
}

async function subscribe(page: Page, address = 'asha@example.com') {
  await page.getByLabel('Email address').fill(address);
  // Not the pointer: it would rest on the toast, which stands still under it.
  await page.keyboard.press('Enter');
}

const respondWith = (outcome: string, status: number) => (route: Route) =>
  route.fulfill({ status, json: { outcome } });

/** Expects the notice to stay for so many milliseconds, and not for one more. */
async function expectNotice(page: Page, time: number) {
  await notice(page).waitFor();
  await page.clock.runFor(time - 1);
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(notice(page)).toHaveCount(0);
}

test('a notice reports a lost connection', async ({ page, context, expectConsole }) => {
  expectConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await visitWithClock(page, '/contact');
  await context.setOffline(true);
  await expect(page.locator('[role=status][aria-live=assertive]')).toContainText('You are offline');
  await expect(notice(page)).toHaveAttribute('data-type', 'destructive');
  await expectNotice(page, 5000);
  // Home has people and a date, which may have changed.
  const home = page.locator('header').getByRole('link', { name: site.name, exact: true });
  for (const [link, id] of [
    [mainLink(page, 'blog'), 'blog'],
    [home, 'home'],
  ] as const) {
    await link.click();
    await expect(notice(page)).toContainText(`“${getPageById(id).title}” cannot be loaded now`);
    await expectNotice(page, 5000);
    await expect(page).toHaveURL('/contact');
  }
  await context.setOffline(false);
  await expect(page.locator('[role=status][aria-live=polite]')).toContainText('online again');
  await expect(notice(page)).toHaveAttribute('data-type', 'default');
  await page.clock.runFor(3000);
  await context.setOffline(true);
  await expect(notice(page)).toContainText('You are offline');
  await expect(page.getByText('You are online again')).toHaveCount(0);
  await expectNotice(page, 5000);
});

test('a notice waits while it has the focus, and returns it', async ({ page, context }) => {
  await page.setViewportSize({ width: 430, height: 1400 }); // Nothing scrolls.
  await visitWithClock(page, `/events?event=${someEvent.slug}`);
  const copy = page.getByRole('button', { name: 'Copy link' });
  await copy.focus();
  await context.setOffline(true);
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close details' }).click({ trial: true, timeout: 2000 }); // not covered
  const close = page.getByRole('dialog').getByLabel('Close', { exact: true });
  await close.focus();
  await close.hover();
  await page.mouse.move(5, 5); // The focus alone makes it wait, too.
  await page.clock.runFor(60_000);
  await expect(notice(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveCount(0);
  await expect(copy).toBeFocused();
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.setOffline(false);
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(3000);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0); // It moves to the page, and its time goes on.
  await expectNotice(page, 2000);
  await page.getByRole('button', { name: 'View Details' }).first().click();
  await context.setOffline(true);
  await notice(page).hover();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0); // It moves away from the pointer.
  await expectNotice(page, 5000);
});

/** Subscribes on the blog. The response is there when the returned function is called. */
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

test('who reads on while an address is sent stays on that page', async ({ page }) => {
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
  await page.keyboard.press('Enter'); // It is sent once.
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

test('offline the form fails at once, with its own words and one notice', async ({
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
  expect(sent).toBe(0);

  await test.step('also where the connection is lost while it sends', async () => {
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

test('a toast says what is wrong, under the field too', async ({ page, expectConsole }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await visitWithClock(page, '/');
  const field = page.getByLabel('Email address');
  await subscribe(page, 'asha@');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/Enter a full email address/);
  expect(sent).toBe(0);
  expectConsole(/Failed to load resource: .* status of 503/);
  await page.route('**/newsletter', respondWith('not-open', 503));
  await subscribe(page);
  await expectListed(page);
  await expect(listed(page)).toHaveAttribute('data-type', 'error');
  await expect(toasts(page).getByText('Not subscribed')).toBeVisible();
  await page.clock.runFor(4000);
  await expectGone(page);
  expect(sent).toBe(1); // A response is final.
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('asha@example.com');
  await expect(field).toHaveAccessibleDescription(/The newsletter is not open yet\./);
  await expect(page.locator('form').getByRole('alert')).toContainText('is not open yet');
  await page.keyboard.type('x');
  await expect(field).not.toHaveAttribute('aria-invalid');

  await test.step('a lost connection is tried again three times', async () => {
    expectConsole(/net::ERR_CONNECTION_RESET/);
    const keys = new Set<string | undefined>();
    await page.route('**/newsletter', (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      return route.abort('connectionreset');
    });
    sent = 0;
    await subscribe(page);
    await expectListed(page);
    await expect(listed(page)).toHaveAttribute('data-type', 'loading');
    const pass = async () => {
      await page.clock.runFor(500); // How long it waits is in tests/client/data/query-client.test.ts.
      return sent;
    };
    await expect.poll(pass, { intervals: [50] }).toBe(4);
    await expect(toasts(page).getByText('Not sent')).toBeVisible();
    await expect(listed(page)).toHaveAttribute('data-type', 'error');
    await page.clock.runFor(60_000);
    expect(sent).toBe(4);
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    await expect(page.locator('form').getByRole('alert')).toContainText('could not be sent');
    await subscribe(page); // The same submission: only its response is unknown.
    await expect.poll(pass, { intervals: [50] }).toBe(8);
    expect(keys.size).toBe(1);
    await subscribe(page, 'ravi@example.com');
    await expect.poll(pass, { intervals: [50] }).toBe(12);
    expect(keys.size).toBe(2);
  });
});

test('equal toasts are one, whose time begins anew; toasts wait for pointer and focus', async ({
  page,
}) => {
  await visitWithClock(page, '/events');
  await page.getByRole('button', { name: 'View Details' }).first().click();
  const copy = page.getByRole('button', { name: 'Copy link' });
  await setClipboard(page, 'takes');
  for (let presses = 0; presses < 5; presses += 1) {
    await copy.click();
    await expectListed(page, 1);
    await page.clock.runFor(presses === 0 ? 0 : 2000);
  }
  await page.clock.runFor(1000);
  await expect(listed(page)).toHaveCount(1);
  await expect(listed(page)).toBeInViewport({ ratio: 1 });
  const { x, y } = await getBox(listed(page)); // in a window of 1280 × 720
  expect([x > 640, y > 360]).toEqual([true, true]);
  await page.clock.runFor(4000);
  await expectGone(page);

  for (const [kind, enter, exit] of [
    ['pointer', () => listed(page).hover(), () => page.mouse.move(5, 5)],
    // F6 is the key that Base UI gives to them.
    ['focus', () => page.keyboard.press('F6'), () => copy.focus()],
  ] as const) {
    await test.step(`the time of one stands still while the ${kind} is in it`, async () => {
      await copy.click();
      await expect(listed(page)).toHaveCount(1);
      await page.clock.runFor(2000);
      await enter();
      await page.clock.runFor(60_000);
      await expect(listed(page)).toHaveCount(1);
      await exit();
      await page.clock.runFor(1900);
      await expect(listed(page)).toHaveCount(1);
      await page.clock.runFor(2200);
      await expectGone(page);
    });
  }

  await test.step('a success is said when there is time, a failure at once', async () => {
    await copy.click();
    await expect(toasts(page)).toHaveAttribute('aria-live', 'polite');
    await expect(listed(page)).toHaveAccessibleName('Link copied');
    await setClipboard(page, 'rejects');
    await copy.click();
    await page.clock.runFor(1000);
    await expect(page.locator('dialog [role=alert]', { hasText: 'Not copied' })).toHaveCount(1);
  });

  await test.step('it stays when the dialog that it was shown in closes', async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(listed(page)).toHaveCount(2);
  });
});
