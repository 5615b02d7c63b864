import { expect } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';

test.use({ reducedMotion: 'reduce' });

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
