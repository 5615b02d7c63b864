import { expect } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { expectVisibleFocus, readStop } from '../helpers/keyboard-stops.ts';
import { someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

test('every stop in the details of an event can be seen', async ({ page }) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  const seen = new Set<string>();
  for (let count = 0; count < 9; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    if (!stop) continue; // Between the last stop and the first the browser has its own.
    seen.add(stop.name);
    expectVisibleFocus(stop);
  }
  expect(seen.size).toBe(8);
});

test('the whole programme can be filtered and read with the keyboard alone', async ({ page }) => {
  await visit(page, '/events');
  await page.getByRole('combobox', { name: 'Month' }).focus();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/events?month=november');
  for (const _ of ['City', 'Format', 'Category', 'View']) await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'List' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Details' })).toBeFocused();
});
