import { expect } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';

test.use({ javaScriptEnabled: false });

test('the drawing beside the questions is drawn up to the last open one', async ({ page }) => {
  await page.goto('/investor-faq');
  const strips = page.locator('#questions-open rect');
  const questions = page.locator('#questions details');
  expect(await strips.count()).toBe(await questions.count());
  const listDrawn = () =>
    strips.evaluateAll((all) =>
      all.flatMap((strip, index) => (getComputedStyle(strip).width === '0px' ? [] : [index])),
    );
  expect(await listDrawn()).toEqual([0]);
  await questions.nth(2).locator('summary').click();
  await expect.poll(listDrawn).toEqual([0, 1, 2]);
  await questions.nth(0).locator('summary').click();
  await expect.poll(listDrawn).toEqual([0, 1, 2]);
  await questions.nth(2).locator('summary').click();
  await expect.poll(listDrawn).toEqual([]);
  const drawing = await getBox(page.locator('svg:has(#questions-open)'));
  const column = await getBox(page.locator('div:has(> svg #questions-open)'));
  expect(drawing.width).toBeCloseTo(column.width, 0);
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('closed answers are open while the page is printed, and closed again afterwards', async ({
    page,
  }) => {
    await visit(page, '/investor-faq');
    const readOpen = () =>
      page.locator('details').evaluateAll((all) => all.map((it) => it.hasAttribute('open')));
    const before = await readOpen();
    expect(new Set(before)).toEqual(new Set([true, false]));
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(new Set(await readOpen())).toEqual(new Set([true]));
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(await readOpen()).toEqual(before);
  });
});
