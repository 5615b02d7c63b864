import { expect } from 'playwright/test';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { visitWithClock } from '../helpers/browser/hydrated-page.ts';
import { expectNotice, notice } from '../helpers/browser/notifications.ts';
import { mainLink } from '../helpers/browser/page-words.ts';
import { someEvent } from '../helpers/content/some-event.ts';

test('a notice reports a lost connection', async ({ page, context, expectConsole }) => {
  expectConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await visitWithClock(page, '/contact');

  await test.step('offline it is assertive and stays for 5 seconds', async () => {
    await context.setOffline(true);
    const assertive = page.locator('[role=status][aria-live=assertive]');
    await expect(assertive).toContainText('You are offline');
    await expect(notice(page)).toHaveAttribute('data-type', 'destructive');
    await expectNotice(page, 5000);
  });

  // The data of Home, its people and the next event, may have changed.
  const home = page.locator('header').getByRole('link', { name: site.name, exact: true });
  for (const [link, id] of [
    [mainLink(page, 'blog'), 'blog'],
    [home, 'home'],
  ] as const) {
    await test.step(`it names the page that a link cannot load: ${id}`, async () => {
      await link.click();
      await expect(notice(page)).toContainText(`“${getPageById(id).title}” cannot be loaded now`);
      await expectNotice(page, 5000);
      await expect(page).toHaveURL('/contact');
    });
  }

  await test.step('online it is polite', async () => {
    await context.setOffline(false);
    const polite = page.locator('[role=status][aria-live=polite]');
    await expect(polite).toContainText('online again');
    await expect(notice(page)).toHaveAttribute('data-type', 'default');
  });

  await test.step('a new one replaces it and has its full time', async () => {
    await page.clock.runFor(3000);
    await context.setOffline(true);
    await expect(notice(page)).toContainText('You are offline');
    await expect(page.getByText('You are online again')).toHaveCount(0);
    await expectNotice(page, 5000);
  });
});

test('a notice waits for focus and pointer, and returns the focus', async ({ page, context }) => {
  await page.setViewportSize({ width: 430, height: 1400 }); // The page does not scroll.
  await visitWithClock(page, `/events?event=${someEvent.slug}`);
  const copy = page.getByRole('button', { name: 'Copy link' });
  const closeDetails = page.getByRole('button', { name: 'Close details' });

  await test.step('it does not cover the button that closes the details', async () => {
    await copy.focus();
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await closeDetails.click({ trial: true, timeout: 30_000 });
  });

  await test.step('it stays while it has the focus, also after the pointer has left it', async () => {
    const close = page.getByRole('dialog').getByLabel('Close', { exact: true });
    await close.focus();
    await close.hover();
    await page.mouse.move(5, 5);
    await page.clock.runFor(60_000);
    await expect(notice(page)).toBeVisible();
  });

  await test.step('closed by the keyboard it returns the focus and leaves the details open', async () => {
    await page.keyboard.press('Enter');
    await expect(notice(page)).toHaveCount(0);
    await expect(copy).toBeFocused();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  await test.step('it moves to the page when the details close, and its time continues', async () => {
    await context.setOffline(false);
    await expect(notice(page)).toBeVisible();
    await page.clock.runFor(3000);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNotice(page, 2000);
  });

  await test.step('it moves away from the pointer when the details close, and its time begins', async () => {
    await page.getByRole('button', { name: 'View Details' }).first().click();
    await context.setOffline(true);
    await notice(page).hover();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNotice(page, 5000);
  });
});
