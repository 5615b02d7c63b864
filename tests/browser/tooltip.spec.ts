import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

const tooltip = (page: Page) => page.getByRole('tooltip');
const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme: / });
const network = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Opens the page and stops its clock: from then on time passes only when the test says so. */
async function visitWithClock(page: Page, address: string) {
  await page.clock.install({ time: '2026-01-01T12:00:00Z' });
  await visit(page, address);
  await page.clock.pauseAt('2026-01-01T13:00:00Z');
}

test('opens 700 ms after the pointer has come, closes when the control is used, and moves with the pointer', async ({
  page,
}) => {
  await visitWithClock(page, '/');
  await themeButton(page).hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toBeVisible();
  await expect(tooltip(page)).toHaveText('Theme: follows the system');
  await page.mouse.move(400, 400);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1000); // Long enough that the next one waits again.
  // Using the control closes it.
  await themeButton(page).hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toBeVisible();
  await themeButton(page).click();
  await expect(tooltip(page)).toBeHidden();
  await page.mouse.move(400, 400);
  await page.clock.runFor(1000);
  // From one control to the next without a pause.
  await network(page, 'LinkedIn').hover();
  await page.clock.runFor(700);
  await network(page, 'Instagram').hover();
  await expect(tooltip(page)).toHaveText('Instagram');
  await expect(tooltip(page)).toBeVisible();
});

test('opens on focus by the keyboard, Escape closes it and it stays closed', async ({ page }) => {
  await visitWithClock(page, '/');
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
});

test('the pointer may rest on it, it stays as long as that and does not cover its control', async ({
  page,
}) => {
  await visitWithClock(page, '/');
  await themeButton(page).hover();
  await page.clock.runFor(700);
  const control = await themeButton(page).boundingBox();
  const box = await tooltip(page).boundingBox();
  if (!control || !box) throw new Error('Control and tooltip have no box');
  expect(box.y).toBeGreaterThanOrEqual(control.y + control.height - 1);
  const centre = control.x + control.width / 2;
  // Down from the control, across the border between the two, onto the text.
  await page.mouse.move(centre, control.y + control.height - 2);
  await page.mouse.move(centre, box.y + box.height / 2, { steps: 12 });
  await page.clock.runFor(10_000);
  await expect(tooltip(page)).toBeVisible();
  await page.mouse.move(5, 500);
  await expect(tooltip(page)).toBeHidden();
});

test('scrolling closes it, and one that is still to come opens where its control then is', async ({
  page,
}) => {
  await visitWithClock(page, '/');
  const scroll = (top: number) =>
    page.evaluate(
      (to) =>
        new Promise((resolve) => {
          document.addEventListener('scroll', resolve, { once: true });
          window.scrollTo(0, to);
        }),
      top,
    );
  await page.setViewportSize({ width: 1280, height: 720 });
  await themeButton(page).hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toBeVisible();
  await scroll(300);
  await expect(tooltip(page)).toBeHidden();
  await page.mouse.move(5, 500);
  await page.clock.runFor(300);
  await themeButton(page).hover();
  await page.clock.runFor(600);
  await scroll(305);
  await page.clock.runFor(100);
  await expect(tooltip(page)).toBeVisible();
});

test('inside the details it is above the dialog, and Escape closes one thing at a time', async ({
  page,
}) => {
  await visitWithClock(page, `/events?event=${someEvent.slug}`);
  const cross = page.getByRole('button', { name: 'Close details' });
  await cross.hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toHaveText('Close details');
  const box = await tooltip(page).boundingBox();
  if (!box) throw new Error('The tooltip has no box');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await expect(tooltip(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('stays inside the window at every width', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visitWithClock(page, '/');
  await themeButton(page).hover();
  await page.clock.runFor(700);
  const box = await tooltip(page).boundingBox();
  if (!box) throw new Error('The tooltip has no box');
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(320);
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true });

  test('does not open', async ({ page }) => {
    await visitWithClock(page, '/');
    await themeButton(page).tap();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.clock.runFor(2000);
    await expect(tooltip(page)).toBeHidden();
  });
});
