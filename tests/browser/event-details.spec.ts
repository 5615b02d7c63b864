import { expect, type Page } from 'playwright/test';
import { formatFullDate, formatTimeRange, formatTimeZone } from '#shared/format.ts';
import { test } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, visit } from '../helpers/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/layout-shifts.ts';
import { itsOptions, lastParagraph, someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

const { slug, title, startAt, endAt, timezone, venue } = someEvent;
const { month, format } = itsOptions;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: title });
const detailsButton = (page: Page) =>
  page
    .getByRole('article', { name: title, exact: true })
    .getByRole('button', { name: 'View Details' });
/** The second notification system, which moves into the dialog while one is open. */
const notifications = (page: Page) => dialogOf(page).getByRole('region', { name: 'Notifications' });
const isModal = (page: Page) => dialogOf(page).evaluate((dialog) => dialog.matches(':modal'));

test('View Details opens a modal dialog with everything about the event', async ({ page }) => {
  await visit(page, '/events');
  await markDocument(page);
  await detailsButton(page).click();
  await expect(page).toHaveURL(`/events?event=${slug}`);
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  expect(await isModal(page)).toBe(true);
  for (const text of [
    formatFullDate(startAt, timezone),
    formatTimeRange(startAt, endAt, timezone),
    formatTimeZone(startAt, timezone),
    venue,
    lastParagraph,
  ]) {
    await expect(dialog).toContainText(text);
  }
  await expect(dialog.getByRole('link', { name: 'Link to this event' })).toHaveAttribute(
    'href',
    `/events?event=${slug}`,
  );
  expect(await isMarkedDocument(page)).toBe(true);
});

test('while it is open, focus stays inside and the page behind does not scroll', async ({
  page,
}) => {
  await visit(page, '/events');
  await detailsButton(page).click();
  await expect(dialogOf(page)).toBeVisible();
  for (let stop = 0; stop < 8; stop += 1) {
    const place = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest('dialog') !== null;
    });
    expect(place).toBe(true);
    await page.keyboard.press('Tab');
  }
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 600);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});

const waysToClose: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'the button Close': (page) =>
    dialogOf(page).getByRole('button', { name: 'Close', exact: true }).click(),
  'the cross': (page) => dialogOf(page).getByRole('button', { name: 'Close details' }).click(),
  'a click beside it': (page) => page.mouse.click(5, 5),
  Back: (page) => page.goBack(),
};

test('closing the details keeps the filters and returns the focus', async ({ page }) => {
  await visit(page, '/blog');
  for (const [name, close] of Object.entries(waysToClose)) {
    await test.step(name, async () => {
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
      await detailsButton(page).click();
      await expect(page).toHaveURL(`/events?month=${month.value}&event=${slug}`);
      await expect(dialogOf(page)).toBeVisible();
      await close(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(`/events?month=${month.value}`);
      await expect(detailsButton(page)).toBeFocused();
      // It was one step in the history and is none now.
      await page.goBack();
      await expect(page).toHaveURL('/events');
      await page.goBack();
      await expect(page).toHaveURL('/blog');
    });
  }
});

test('closing details that were loaded open does not leave the site', async ({ page }) => {
  const { Back: _, ...inPage } = waysToClose;
  await visit(page, '/blog');
  for (const [name, close] of Object.entries(inPage)) {
    await test.step(name, async () => {
      await visit(page, `/events?format=${format.value}&event=${slug}`);
      await expect.poll(() => isModal(page)).toBe(true);
      await close(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(`/events?format=${format.value}`);
      await expect(detailsButton(page)).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/blog');
    });
  }
});

test('a click inside the dialog does not close it', async ({ page }) => {
  await visit(page, `/events?event=${slug}`);
  await dialogOf(page).getByText(lastParagraph).click();
  await expect(dialogOf(page)).toBeVisible();
});

test('Forward opens the details again', async ({ page }) => {
  await visit(page, '/events');
  await detailsButton(page).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(dialogOf(page)).toBeVisible();
  expect(await isModal(page)).toBe(true);
});

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 375, height: 667 },
]) {
  test(`details that are loaded open become modal in place at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await observeLayoutShifts(page);
    // Until the entry may load, the page is as the server drew it.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/events?event=${slug}`, { waitUntil: 'commit' });
    await expect(dialogOf(page)).toBeVisible();
    expect(await isModal(page)).toBe(false);
    await page.evaluate(() => document.fonts.ready);
    const before = await dialogOf(page).boundingBox();
    const shifts = await readLayoutShifts(page); // What the fonts may do is in layout.spec.ts.
    release();
    await expect.poll(() => isModal(page)).toBe(true);
    expect(await dialogOf(page).boundingBox()).toEqual(before);
    expect(await readLayoutShifts(page)).toEqual(shifts);
  });
}

test('Copy link puts the address of the event on the clipboard and says so in the dialog', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, `/events?format=${format.value}&event=${slug}`);
  await dialogOf(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(notifications(page).getByText('Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL(`/events?event=${slug}`, page.url()).href);
  // Everything outside of a modal dialog is inert: only inside it can be dismissed.
  await notifications(page).getByRole('button', { name: 'Close' }).click();
  await expect(notifications(page).getByText('Link copied')).toHaveCount(0);
  await expect(dialogOf(page)).toBeVisible();
});

test('a clipboard that is forbidden is an error toast', async ({ page }) => {
  await visit(page, `/events?event=${slug}`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await dialogOf(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(notifications(page).getByText('Not copied')).toBeVisible();
});
