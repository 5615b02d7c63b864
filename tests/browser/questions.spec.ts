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

test('on a tablet emblems are beside their text, and the topics of Contact two in a row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const [path, words, emblem] of [
    ['/blog', 'article h2', 'article svg'],
    ['/thank-you', 'main h1', 'main div > svg'],
  ] as const) {
    await page.goto(path);
    const [left, right] = [
      await getBox(page.locator(words).first()),
      await getBox(page.locator(emblem).last()),
    ];
    expect(right.x, path).toBeGreaterThan(left.x + left.width - 1);
  }
  await page.goto('/contact');
  const topics = page.locator('main li h2');
  const [first, second, third] = [
    await getBox(topics.nth(0)),
    await getBox(topics.nth(1)),
    await getBox(topics.nth(2)),
  ];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.x + first.width);
  expect(third.x).toBe(first.x);
});

test('without the theme button the header has no gap, and on paper it is as wide as the text', async ({
  page,
}) => {
  await page.goto('/contact');
  const navigation = await getBox(page.locator('header nav'));
  const invitation = await getBox(page.locator('header a[target]'));
  expect(invitation.x - navigation.x - navigation.width).toBeLessThan(24);
  await page.emulateMedia({ media: 'print' });
  const header = await getBox(page.locator('header'));
  const title = await getBox(page.locator('main dl').first());
  expect([title.x, title.width]).toEqual([header.x, header.width]);
  await page.goto('/');
  await expect(page.locator('main section').first().locator('svg use').first()).toBeVisible();
});
