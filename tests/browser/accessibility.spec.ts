import { expect } from 'playwright/test';
import { expectNoViolations, listViolations } from '../helpers/browser/axe.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { setClipboard, visit } from '../helpers/browser/hydrated-page.ts';
import { expectDialogStops, showTheme } from '../helpers/browser/keyboard-stops.ts';
import { windowWidths } from '../helpers/browser/layout-faults.ts';
import { someEvent } from '../helpers/content/some-event.ts';

/* Parts that appear after an action of the visitor. every-page.spec.ts checks the pages themselves. */

test('the details of an event are accessible and fit every window', async ({ page }) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  await expectNoViolations(page);
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    await expectDialogStops(page);
  }
  const dialog = page.getByRole('dialog');
  for (const width of windowWidths) {
    await page.setViewportSize({ width, height: 500 });
    await expect(dialog).toBeInViewport({ ratio: 1 });
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const close = dialog.getByRole('button', { name: 'Close', exact: true });
    await close.scrollIntoViewIfNeeded();
    await expect(close).toBeInViewport({ ratio: 1 });
  }
});

test('axe finds nothing in notifications, a tooltip and an invalid form', async ({ page }) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  const toasts = page.getByRole('region', { name: 'Notifications' });
  for (const [kind, title] of [
    ['takes', 'Link copied'],
    ['rejects', 'Not copied'],
  ] as const) {
    await setClipboard(page, kind);
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    const toast = toasts.getByText(title);
    await expect(toast).toBeVisible();
    // A live region announces a failure; screen readers find the toast itself once it has focus.
    if (kind === 'rejects') await page.keyboard.press('F6');
    await expect(toasts.getByRole('button', { name: 'Close' }).first()).toBeVisible();
    // A toast stays while the window has no focus.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    expect(await listViolations(page)).toEqual([]);
    await expect(toast).toBeVisible();
  }
  await page.getByRole('button', { name: 'Close details' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectNoViolations(page);
  await visit(page, '/');
  await page.getByLabel('Email address').fill('asha@');
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await expectNoViolations(page);
});
