import { expect, type Page } from 'playwright/test';

/**
 * Expects of a page in print, 680 px wide: no controls, dark text on white, nothing cut off, every answer open
 * and the addresses of links spelled out.
 */
export async function expectPrintable(page: Page): Promise<void> {
  const controls =
    'header nav, header button, header a[target], footer nav, form :is(input, label), form[aria-label], button, iframe';
  await expect(page.locator(controls).filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('main article').filter({ visible: false })).toHaveCount(0);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('header')).toHaveCSS('position', 'static');
  expect(await readTextsOnDark(page)).toEqual([]);
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  expect(Math.max(...(text.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(680);
  const answers = page.locator('main details > :not(summary)');
  await expect(answers.filter({ visible: false })).toHaveCount(0);
  expect(await readUnnamedLinks(page)).toEqual([]);
}

function readUnnamedLinks(page: Page): Promise<string[]> {
  return page.locator("main a[href^='http'], main a[href^='mailto']").evaluateAll((links) =>
    links
      .filter((link) => link.checkVisibility())
      .filter((link) => {
        const printed = `${link.textContent} ${getComputedStyle(link, '::after').content}`;
        return !printed.includes((link.getAttribute('href') ?? '').replace('mailto:', ''));
      })
      .map((link) => link.outerHTML.slice(0, 100)),
  );
}

/** Elements with text on a ground darker than the tags, which keep their pale fills. */
function readTextsOnDark(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const readColour = (element: Element) =>
      (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const isOnDark = (element: Element | null): boolean => {
      if (!element) return false;
      const [red = 0, green = 0, blue = 0, alpha = 1] = readColour(element);
      return alpha === 0 ? isOnDark(element.parentElement) : Math.min(red, green, blue) < 200;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && hasText(element) && isOnDark(element))
      .map((element) => element.outerHTML.slice(0, 100));
  });
}
