import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';
import {
  holdBack,
  isMarked,
  showOurFonts,
  untilHydrated,
  visit,
} from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { footerLink } from '../helpers/browser/page-words.ts';
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

test('View Details opens a modal dialog, and Forward opens it again', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await visit(page, '/events');
  const dialog = dialogOf(page);

  await test.step('it is modal, at an address of its own, and a click that began inside it does not close it', async () => {
    await expect(detailsButton(page)).toHaveAccessibleName(`View Details ${title}`);
    await detailsButton(page).press('Enter');
    await expect(page).toHaveURL(`/events?event=${slug}`);
    expect(await isModal(page)).toBe(true);
    await dialog.getByText(lastParagraph).click();
    await page.mouse.down();
    await page.mouse.move(5, 5); // as text is selected
    await page.mouse.up();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Share' })).toHaveCount(0); // This browser cannot share.
  });

  await test.step('the page behind does not scroll', async () => {
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(5, 5);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  });

  await test.step('Forward opens it again, and a filter ends its history', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(dialog).toBeVisible();
    expect(await isModal(page)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
    await expect(page).toHaveURL(`/events?month=${month.value}`);
    expect(await isMarked(page)).toBe(true);
  });
});

/** The two buttons to close them are in large-programme.spec.ts. */
const waysToClose: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Escape: (page) => Promise.all([1, 2].map(() => page.keyboard.press('Escape'))), // twice, and one step back
  'a click beside it': (page) => page.mouse.click(5, 5),
  Back: (page) => page.goBack(),
  'Escape after a reload': (page) => page.reload().then(() => page.keyboard.press('Escape')),
};

test('closing the details keeps the filters and returns the focus', async ({ page }) => {
  await visit(page, '/blog');
  for (const [name, close] of Object.entries(waysToClose)) {
    await test.step(name, async () => {
      await footerLink(page, 'events').click();
      await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
      await expect(page).toHaveURL(`/events?month=${month.value}`);
      await detailsButton(page).click();
      await expect(page).toHaveURL(`/events?month=${month.value}&event=${slug}`);
      await expect(dialogOf(page)).toBeVisible();
      await close(page);
      await expect(page).toHaveURL(`/events?month=${month.value}`);
      await expect(detailsButton(page)).toBeFocused();
      // The details were one step of the history, which is removed.
      await page.goBack();
      await expect(page).toHaveURL('/events');
      await page.goBack();
      await expect(page).toHaveURL('/blog');
    });
  }

  await test.step('the page keeps its scroll position, also at a hash', async () => {
    await page.setViewportSize({ width: 375, height: 400 });
    await visit(page, '/events#main');
    await detailsButton(page).focus();
    const readTop = () => page.evaluate(() => window.scrollY);
    const before = await readTop();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detailsButton(page)).toBeFocused();
    expect(before).toBeGreaterThan(300);
    expect(await readTop()).toBe(before);
  });
});

test('closing details that were loaded open does not leave the site', async ({ page }) => {
  await visit(page, '/blog');
  await visit(page, `/events?format=${format.value}&event=${slug}`);
  await expect.poll(() => isModal(page)).toBe(true);
  await page.keyboard.press('Escape'); // The other ways end in the same call (the test above).
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/events?format=${format.value}`);
  await expect(detailsButton(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await visit(page, `/events?view=calendar&event=${slug}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox').first()).toBeFocused(); // The calendar has no cards.
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
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 700 });
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
  }

  await test.step('Escape before the scripts come keeps the details closed and the focus in place', async () => {
    const release = await openAsDrawn(page);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    const filter = page.getByRole('combobox').last();
    await filter.focus();
    release();
    await expect(page).toHaveURL('/events');
    await expect(filter).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('Copy link and Share pass on the address of the event', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const shared: unknown[] = [];
  let outcome: 'shares' | 'AbortError' | 'NotAllowedError' = 'shares';
  // A share sheet that records what it receives, and succeeds, is closed or fails.
  await page.exposeFunction('openSheet', (data: unknown) => {
    shared.push(data);
    return outcome;
  });
  await page.addInitScript(() => {
    Reflect.set(navigator, 'share', async (data: unknown) => {
      const name = await Reflect.get(window, 'openSheet')(data);
      if (name !== 'shares') throw new DOMException('', name);
    });
  });
  await visit(page, `/events?format=${format.value}&event=${slug}`);
  const url = new URL(`/events?event=${slug}`, page.url()).href;
  const share = dialogOf(page).getByRole('button', { name: 'Share' });

  await test.step('Share gives the title, the summary and the address without filters', async () => {
    await share.click();
    await expect.poll(() => shared).toEqual([{ title, text: someEvent.summary, url }]);
  });

  await test.step('a share sheet that was closed copies nothing and shows no toast', async () => {
    outcome = 'AbortError';
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await share.click();
    await expect.poll(() => shared).toHaveLength(2);
    expect(await readClipboard()).toBe('before');
    await expect(dialogOf(page).getByText(/copied/i)).toHaveCount(0);
  });

  await test.step('a share sheet that fails copies instead, with a toast that can be dismissed in the dialog', async () => {
    outcome = 'NotAllowedError';
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
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await dialogOf(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(notifications(page).getByText('Link copied')).toBeVisible();
    expect(await readClipboard()).toBe(url);
    const close = dialogOf(page).locator('form').getByRole('button');
    await close.click({ trial: true, timeout: 30_000 });
  });
});
