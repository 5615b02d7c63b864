import { expect, type Page } from 'playwright/test';
import { questions } from '#shared/content/investor-faq.ts';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { lastParagraph, someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  const hasBorder = (selector: string) => (page: Page) =>
    page.evaluate((which) => {
      const elements = [...document.querySelectorAll<HTMLElement>(which)].filter((element) =>
        element.checkVisibility(),
      );
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

  test('keep the borders of controls, show what is chosen and active, and draw in the colour of the text', async ({
    page,
  }) => {
    await visit(page, `/events?event=${someEvent.slug}`);
    expect(await hasBorder('main article button')(page)).toEqual([]);
    expect(await hasBorder("ul[aria-label='Tags'] li")(page)).toEqual([]);
    expect(await hasBorder("header a[target='_blank']")(page)).toEqual([]);
    expect(await hasBorder('fieldset')(page)).toEqual([]);
    expect(await hasBorder('dialog, dialog form > :first-child')(page)).toEqual([]);
    const ground = (value: string) =>
      page
        .locator(`input[value=${value}] + span`)
        .evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(await ground('list')).not.toBe(await ground('calendar'));
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(lastParagraph)).toBeVisible();
    await page.emulateMedia({ media: null });

    await visit(page, '/blog');
    expect(await hasBorder('main form input, main form button')(page)).toEqual([]);
    const active = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Blog' });
    const rule = await active.evaluate((link) => {
      const { height, backgroundColor } = getComputedStyle(link, '::after');
      const page = getComputedStyle(document.body).backgroundColor;
      return { height, visible: backgroundColor !== page };
    });
    expect(rule).toEqual({ height: '3px', visible: true });
    const [stroke, text] = await page
      .locator('main article svg path')
      .first()
      .evaluate((path) => [getComputedStyle(path).stroke, getComputedStyle(document.body).color]);
    expect(stroke).toBe(text);
  });
});

test.describe('paper', () => {
  async function print(page: Page, path: string) {
    await visit(page, path);
    await page.emulateMedia({ media: 'print' });
  }

  test('has all ten answers', async ({ page }) => {
    await print(page, '/investor-faq');
    for (const { id, answer } of questions) {
      const [first = ''] = answer;
      const text = page.locator(`#${id}`).getByText(first);
      await expect(text).toBeVisible();
      expect((await text.boundingBox())?.height).toBeGreaterThan(10);
    }
  });

  test('has every section of a long page, also what was not scrolled to', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const loaded = page.waitForResponse(/\/assets\/after-hydration-/);
    await visit(page, '/manifesto');
    await (await loaded).finished();
    await expect(page.locator('[data-reveal]').last()).toHaveCSS('opacity', '0');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[data-reveal]').last()).toHaveCSS('opacity', '1');
    await expect(page.locator('[data-reveal]').last()).toHaveCSS('transform', 'none');
  });

  test('spells the addresses of links out', async ({ page }) => {
    await print(page, '/about');
    const printed = await page
      .locator("main a[href^='http'], main a[href^='mailto']")
      .evaluateAll((links) =>
        links.map((link) => ({
          address: (link.getAttribute('href') ?? '').replace('mailto:', ''),
          text: `${link.textContent} ${getComputedStyle(link, '::after').content}`,
        })),
      );
    expect(printed.length).toBeGreaterThan(3);
    for (const { address, text } of printed) expect(text).toContain(address);
  });
});
