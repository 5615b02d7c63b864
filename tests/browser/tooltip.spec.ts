import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';
import { visitWithClock } from '../helpers/browser/hydrated-page.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';
import { someEvent } from '../helpers/content/some-event.ts';

const tooltip = (page: Page) => page.getByRole('tooltip');
const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme: / });

/** Moves the pointer to a control and waits for its tooltip. */
async function open(page: Page, control: Locator = themeButton(page)) {
  await control.hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toBeVisible();
}

/** Moves the pointer away until the next tooltip has its full delay again. */
async function leave(page: Page) {
  await page.mouse.move(5, 500);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1000);
}

test('a tooltip opens after 700 ms and closes as WCAG 2.2 SC 1.4.13 requires', async ({ page }) => {
  await visitWithClock(page, '/');

  await test.step('it opens on keyboard focus, and Escape closes it until the next focus', async () => {
    for (const _ of ['skip link', 'name', 'Manifesto', 'Blog', 'theme']) {
      await page.keyboard.press('Tab');
    }
    await expect(themeButton(page)).toBeFocused();
    await page.clock.runFor(700);
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toBeHidden();
    await page.clock.runFor(5000);
    await expect(tooltip(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.clock.runFor(700);
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(tooltip(page)).toBeHidden();
    await leave(page);
  });

  await test.step('it opens for the pointer, which can move onto it, and does not cover its control', async () => {
    await open(page); // tests/client/tooltip/tooltip-timing.test.ts checks that it does not open earlier.
    await expect(tooltip(page)).toHaveText('Theme: follows the system');
    const control = await getBox(themeButton(page));
    const box = await getBox(tooltip(page));
    expect(box.y).toBeGreaterThanOrEqual(control.y + control.height - 1);
    const centre = control.x + control.width / 2;
    // Moves the pointer down from the control, across the border between the two, onto the text.
    await page.mouse.move(centre, control.y + control.height - 2);
    await page.mouse.move(centre, box.y + box.height / 2, { steps: 12 });
    await page.clock.runFor(10_000);
    await expect(tooltip(page)).toBeVisible();
    await leave(page);
  });

  const closing = {
    scrolling: () => page.evaluate(() => window.scrollTo(0, 300)),
    'using the control': () => themeButton(page).click(),
  };
  for (const [name, close] of Object.entries(closing)) {
    await test.step(`${name} closes it`, async () => {
      await open(page);
      await close();
      await expect(tooltip(page)).toBeHidden();
      await leave(page);
    });
  }

  await test.step('it stays inside a narrow window', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page);
    await expect(tooltip(page)).toBeInViewport({ ratio: 1 });
  });
});

test('in a dialog it is on top, and Escape closes the tooltip first', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 640 }); // The button is near the edge.
  await visitWithClock(page, `/events?event=${someEvent.slug}`);
  const close = page.getByRole('button', { name: 'Close details' });
  await open(page, close);
  await expect(tooltip(page)).toHaveText('Close details');
  const box = await getBox(tooltip(page));
  expect(box.height).toBeLessThan(60); // one line
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await expect(tooltip(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Back removes the dialog with an open tooltip: the next one has its full delay. Nothing scrolls in this window.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.getByRole('button', { name: 'View Details' }).first().click();
  await open(page, close);
  await page.goBack();
  await expect(tooltip(page)).toHaveCount(0);
  await page.clock.runFor(1000);
  const { x, y } = await getBox(themeButton(page));
  await page.mouse.move(x + 9, y + 9);
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true });

  test('it does not open on touch', async ({ page }) => {
    await visitWithClock(page, '/');
    await themeButton(page).tap();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.clock.runFor(2000);
    await expect(tooltip(page)).toBeHidden();
  });
});
