import { expect, type Locator, type Page } from 'playwright/test';
import { testOn } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { mainLink } from '../helpers/browser/page-words.ts';

/* These tests use the sample content, because its events have tags. */

const test = testOn('tests/helpers/site/site-at.ts');
test.use({ forcedColors: 'active' });

/** The visible elements that have no border. */
const listBorderless = (page: Page, selector: string) =>
  page.evaluate((which) => {
    const elements = [...document.querySelectorAll(which)].filter((it) => it.checkVisibility());
    return elements
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } =
          getComputedStyle(element);
        const visible = Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle !== 'none';
        return !visible || borderTopColor === backgroundColor;
      })
      .map((element) => element.outerHTML.slice(0, 100))
      .concat(elements.length === 0 ? [`nothing matches ${which}`] : []);
  }, selector);

test('forced colours keep borders, choices and drawings visible', async ({ page }) => {
  await visit(page, '/events?event=circle-in-berlin');
  const tags = "ul[aria-label='Tags'] li";
  const others = ["header a[target='_blank']", 'fieldset', 'dialog, dialog form > :first-child'];
  for (const selector of ['main article button', tags, ...others])
    expect(await listBorderless(page, selector)).toEqual([]);
  const ground = (value: string) =>
    page
      .locator(`input[value=${value}] + span`)
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await ground('list')).not.toBe(await ground('calendar'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('The table seats thirty.')).toBeVisible();
  await page.emulateMedia({ media: null });

  await visit(page, '/blog');
  expect(await listBorderless(page, 'main form input, main form button')).toEqual([]);
  const active = mainLink(page, 'blog');
  const rule = await active.evaluate((link) => {
    const { height, backgroundColor } = getComputedStyle(link, '::after');
    const page = getComputedStyle(document.body).backgroundColor;
    return { height, visible: backgroundColor !== page };
  });
  expect(rule).toEqual({ height: '3px', visible: true });
  const text = await page.locator('body').evaluate((it) => getComputedStyle(it).color);
  const expectDrawn = (line: Locator) => expect(line.first()).toHaveCSS('stroke', text);
  await visit(page, '/thank-you'); // Its emblem is not on a photograph.
  await expectDrawn(page.locator('main svg[viewBox="0 0 320 256"] path'));
  await visit(page, '/about');
  await expectDrawn(page.locator('main section').last().locator('use')); // of a file
  await expect(page.locator('main section').last()).toHaveCSS('border-top-width', '1px');
  await visit(page, '/manifesto');
  const progress = page.locator('main [aria-hidden] > svg use');
  expect(await progress.first().evaluate((it) => getComputedStyle(it).stroke)).not.toBe(text);
  await expectDrawn(progress.last());
});
