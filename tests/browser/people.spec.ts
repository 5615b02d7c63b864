import { expect } from 'playwright/test';
import { testOn } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';

/* Home and About with the two people of the sample content, at the widths of a desktop, a tablet and a phone. */

const test = testOn('tests/helpers/site/site-at.ts');
test.describe.configure({ mode: 'default' }); // All tests run in one worker, so one server starts.

test('a portrait fills the clearing of its frame, above the words or on a phone beside them', async ({
  page,
}) => {
  await visit(page, '/about');
  const card = page.locator('main li:has(a[target])').first();
  for (const [width, isBeside] of [
    [1440, false],
    [768, false],
    [375, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const [frame, portrait, name] = [
      await getBox(card.locator('svg[viewBox="0 0 384 448"]')),
      await getBox(card.getByRole('img')),
      await getBox(card.getByRole('heading')),
    ];
    // Four of six cells, five of seven.
    expect(portrait.width / frame.width).toBeCloseTo(4 / 6, 2);
    expect(portrait.height / frame.height).toBeCloseTo(5 / 7, 2);
    expect(name.x > frame.x + frame.width).toBe(isBeside);
    expect(name.y > frame.y + frame.height).toBe(!isBeside);
  }
});

test('on a tablet a row has three people, two reasons or four partners', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await visit(page, '/about');
  const countColumns = (list: string) =>
    page
      .locator(list)
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  expect(await countColumns('main ol')).toBe(2);
  expect(await countColumns('[aria-labelledby=people] ul')).toBe(3);
  expect(await countColumns('[aria-labelledby=partners] ul')).toBe(4);
});

test('the line of a person or an event is a pixel thicker while its link has the pointer or the focus', async ({
  page,
}) => {
  const readWidth = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((line) => {
        const unit =
          (line.closest('svg')?.getBoundingClientRect().width ?? 0) /
          (line.closest('svg')?.viewBox.baseVal.width ?? 1);
        return unit * Number.parseFloat(getComputedStyle(line).strokeWidth);
      });
  for (const [path, line, control] of [
    [
      '/about',
      'main li:has(a[target]) svg[viewBox="0 0 384 448"] > :first-child',
      'main li a[target]',
    ],
    ['/', 'main a[href="/about#people"] svg > :first-child', 'main a[href="/about#people"]'],
    ['/events', 'main article > svg > :first-child', 'main article button'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, path);
    await page.mouse.move(0, 0);
    const before = await readWidth(line);
    await page.locator(control).first().hover();
    expect.soft((await readWidth(line)) - before, path).toBeCloseTo(1, 0);
    await page.mouse.move(0, 0);
    expect.soft(await readWidth(line), path).toBeCloseTo(before);
    await page.locator(control).first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab'); // as with the keyboard
    expect.soft(await readWidth(line), path).toBeGreaterThan(before);
  }
});

test('on Home portraits and date are in one row, and below each other on a phone', async ({
  page,
}) => {
  await visit(page, '/');
  const link = page.locator('main a[href="/about#people"]');
  const leaf = page.locator('main a[href="/about#people"] + div > :first-child');
  for (const [width, isBeside] of [
    [1440, true],
    [768, true],
    [375, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const [people, date] = [await getBox(link), await getBox(leaf)];
    if (isBeside) expect(date.y).toBeCloseTo(people.y, 0);
    else expect(date.y).toBeGreaterThan(people.y + people.height);
    if (isBeside) expect(date.x).toBeGreaterThan(people.x + people.width);
  }
});
