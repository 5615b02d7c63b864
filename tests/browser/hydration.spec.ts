import { expect } from 'playwright/test';
import { footerLinks, headerLinks } from '#shared/routes.ts';
import { test } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { scrollToEnd } from '../helpers/scroll.ts';

test('a whole visit breaks no rule of the policy and never loads a second document', async ({
  page,
}) => {
  await visit(page, '/');
  await markDocument(page);
  await scrollToEnd(page);
  for (const name of ['Theme: follows the system', 'Theme: light', 'Theme: dark']) {
    await page.getByRole('button', { name }).click();
  }
  const links = [
    ...headerLinks.map((link) => ({ ...link, place: 'Main' })),
    ...footerLinks.map((link) => ({ ...link, place: 'Footer' })),
  ];
  for (const { place, path, label } of links) {
    const link = page.getByRole('navigation', { name: place }).getByRole('link', { name: label });
    await link.click();
    await expect(page).toHaveURL(path);
    await scrollToEnd(page);
  }
  await page
    .getByRole('navigation', { name: 'Footer' })
    .getByRole('link', { name: 'Events' })
    .click();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('October');
  await expect(page).toHaveURL('/events?month=october');
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/events');
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
  expect(await isMarkedDocument(page)).toBe(true);
});

test('an address that changes before hydration shows its own page', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page.locator('h1')).toHaveText('Blog');
  await visit(page, '/about');
  const blogCode = '**/assets/blog-page-*.js';
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(blogCode, async (route) => {
    await held;
    await route.continue();
  });
  const requested = page.waitForRequest(blogCode);
  await page.goBack({ waitUntil: 'commit' });
  await requested;
  await page.evaluate(() => window.history.back()); // To `/`, in the same document.
  await expect(page).toHaveURL('/');
  await expect(page.locator('h1')).toHaveText('Blog');
  release();
  await expect(page.locator('main h1')).toContainText('Backing Indian Art');
  await untilHydrated(page);
  await expect(page).toHaveURL('/');
});
