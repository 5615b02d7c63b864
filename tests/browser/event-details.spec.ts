import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';
import { holdBack, showOurFonts, untilHydrated, visit } from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { itsOptions, lastParagraph, someEvent } from '../helpers/content/some-event.ts';

const { slug, title } = someEvent;
const { month, format } = itsOptions;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: title });
const detailsButton = (page: Page) =>
  page
    .getByRole('article', { name: title, exact: true })
    .getByRole('button', { name: 'View Details' });
/** The region of the toasts, which moves into an open dialog. */
const notifications = (page: Page) => dialogOf(page).getByRole('region', { name: 'Notifications' });
const isModal = (page: Page) => dialogOf(page).evaluate((dialog) => dialog.matches(':modal'));

/** Chooses the month of the event, and opens its details. */
async function openFiltered(page: Page) {
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await expect(page).toHaveURL(`/events?month=${month.value}`);
  await detailsButton(page).press('Enter');
  await expect(page).toHaveURL(`/events?month=${month.value}&event=${slug}`);
  expect(await isModal(page)).toBe(true);
}

/** Expects the filtered list, the focus on its button, and no step of the details in the history. */
async function expectClosed(page: Page) {
  await expect(page).toHaveURL(`/events?month=${month.value}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(detailsButton(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/events');
}

test('View Details opens a modal dialog, which closes to the filtered list with one step back', async ({
  page,
}) => {
  await visit(page, '/events');
  await expect(detailsButton(page)).toHaveAccessibleName(`View Details ${title}`);

  await test.step('a click beside it closes it, but none that began inside, and the page behind does not scroll', async () => {
    await openFiltered(page);
    await dialogOf(page).getByText(lastParagraph).click();
    await page.mouse.down();
    await page.mouse.move(5, 5); // as text is selected
    await page.mouse.up();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expect(dialogOf(page)).toBeVisible();
    await page.mouse.click(5, 5);
    await expectClosed(page);
  });

  // The two buttons to close them are in large-programme.spec.ts.
  await test.step('Escape closes it, pressed twice and after a reload', async () => {
    await openFiltered(page);
    await page.reload();
    await expect.poll(() => isModal(page)).toBe(true);
    await Promise.all([1, 2].map(() => page.keyboard.press('Escape')));
    await expectClosed(page);
  });
});

test('closing details that were loaded open does not leave the site', async ({ page }) => {
  await visit(page, '/blog');
  await visit(page, `/events?view=calendar&event=${slug}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/events?view=calendar');
  await expect(page.getByRole('combobox').first()).toBeFocused(); // The calendar has no cards.
  await page.goBack();
  await expect(page).toHaveURL('/blog');
});

test('details print alone below the header, with their address and without controls', async ({
  page,
}) => {
  await visit(page, `/events?event=${slug}`);
  // The link is for visitors without JavaScript, who have no Copy link.
  await expect(dialogOf(page).getByRole('link', { name: 'Link to this event' })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('h1, article, footer').filter({ visible: true })).toHaveCount(0);
  const header = await page.locator('header').boundingBox();
  const top = (await dialogOf(page).boundingBox())?.y;
  expect(top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await expect(dialogOf(page)).toContainText(`/events?event=${slug}`);
  await expect(dialogOf(page).locator('a, button').filter({ visible: true })).toHaveCount(0);
});

/** Opens the details as the server rendered them. The scripts load when the returned function is called. */
async function openAsDrawn(page: Page) {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto(`/events?event=${slug}`, { waitUntil: 'commit' });
  await expect.poll(() => isModal(page)).toBe(true);
  return release;
}

test('hydration neither moves open details nor opens closed ones again', async ({ page }) => {
  await observeLayoutShifts(page);
  await page.setViewportSize({ width: 375, height: 700 });
  const release = await openAsDrawn(page);
  await expect(dialogOf(page).getByRole('heading', { name: title })).toBeFocused();
  await showOurFonts(page);
  const before = await dialogOf(page).boundingBox();
  const shifts = await readLayoutShifts(page); // fonts.spec.ts tests what the fonts move.
  release();
  await untilHydrated(page);
  expect(await isModal(page)).toBe(true);
  expect(await dialogOf(page).boundingBox()).toEqual(before);
  expect(await readLayoutShifts(page)).toEqual(shifts);

  await test.step('Escape before the scripts come keeps the details closed and the focus in place', async () => {
    const releaseAgain = await openAsDrawn(page);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    const filter = page.getByRole('combobox').last();
    await filter.focus();
    releaseAgain();
    await expect(page).toHaveURL('/events');
    await expect(filter).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

/** Makes the share sheet of the system fail with this error. It stores what it receives in the window. */
const setSheet = (page: Page, error: 'AbortError' | 'NotAllowedError') =>
  page.evaluate((name) => {
    navigator.share = async (data) => {
      Reflect.set(window, 'shared', data);
      throw new DOMException('', name);
    };
  }, error);

test('Copy link and Share pass on the address of the event', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.addInitScript(() => Reflect.set(navigator, 'share', () => {})); // This browser has a share sheet.
  await visit(page, `/events?format=${format.value}&event=${slug}`);
  const url = new URL(`/events?event=${slug}`, page.url()).href;
  const share = dialogOf(page).getByRole('button', { name: 'Share' });

  await test.step('Share gives the address without filters; a closed share sheet copies nothing', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await setSheet(page, 'AbortError');
    await share.click();
    const shared = await page.evaluate(() => Reflect.get(window, 'shared'));
    expect(shared).toEqual({ title, text: someEvent.summary, url });
    await expect(dialogOf(page).getByText(/copied/i)).toHaveCount(0);
    expect(await readClipboard()).toBe('before');
  });

  await test.step('a share sheet that fails copies instead, with a toast that can be dismissed in the dialog', async () => {
    await setSheet(page, 'NotAllowedError');
    await share.click();
    await expect(notifications(page).getByText('Link copied')).toBeVisible();
    expect(await readClipboard()).toBe(url);
    // Everything outside of a modal dialog is inert.
    await notifications(page).getByRole('button', { name: 'Close' }).click();
    await expect(notifications(page).getByText('Link copied')).toHaveCount(0);
    await expect(dialogOf(page)).toBeVisible();
  });

  await test.step('on a phone the toast of Copy link leaves the buttons free', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await dialogOf(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(notifications(page).getByText('Link copied')).toBeVisible();
    const close = dialogOf(page).locator('form').getByRole('button');
    await close.click({ trial: true, timeout: 30_000 });
  });
});
