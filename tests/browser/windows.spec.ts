import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';

/* Pages in unusual windows, with enlarged text, translated, copied and with more contrast. */

/** Sets the size of the window, such as `320 × 640`. */
async function resize(page: Page, size: string) {
  const [width = 0, height = 0] = size.split(' × ').map(Number);
  await page.setViewportSize({ width, height });
  return { width, height };
}

test('with enlarged text the header is complete and covers at most a quarter of the window', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.enable');
  await page.goto('/');
  const low = ['320 × 256', '740 × 340', '1440 × 480'];
  for (const standard of [16, 20, 24, 28, 32]) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
    for (const size of [...low, '320 × 640', '375 × 700', '768 × 1024', '1440 × 900']) {
      const { height } = await resize(page, size);
      const { bottom, cut, home, padding, above, below } = await page.evaluate(readHeader);
      const where = `${standard} px, ${size}`;
      expect.soft(cut, where).toEqual([]);
      expect.soft(bottom, where).toBeLessThanOrEqual(height / 4);
      if (bottom > 0) expect.soft(home, where).toBe('/');
      // The padding of the button and the distances of the badge grow with the text.
      expect.soft(padding, where).toBeGreaterThan(0.9 * standard);
      if (height >= 640) {
        expect.soft(above, where).toBeGreaterThanOrEqual(Math.min(40, 1.5 * standard));
        expect.soft(below, where).toBeGreaterThanOrEqual(Math.min(12, 0.3 * standard));
      }
      // With ordinary text the header always sticks.
      if (standard === 16) expect.soft(bottom, where).toBeGreaterThan(44);
    }
  }
});

/**
 * Runs in the page: where the header of Home ends and what of it is cut after scrolling, which link its mark is, and at
 * the top of the page the padding of the invitation and the space above and below the badge. In pixels.
 */
function readHeader() {
  const readBox = (element?: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
  const header = document.querySelector('header');
  window.scrollTo(0, 700);
  const end = readBox(header).bottom;
  const isCut = (part: Element) => {
    const { top, bottom } = readBox(part);
    return (top < 0 && bottom > 0) || (bottom > 0 && bottom > end);
  };
  const mark = readBox(header?.querySelector('svg'));
  const found = document.elementFromPoint(mark.x + 20, mark.y + mark.height / 2);
  const parts = [...(header?.querySelectorAll('a, button') ?? [])];
  const cut = parts.filter(isCut).map((part) => part.outerHTML.slice(0, 80));
  const home = found?.closest('a')?.getAttribute('href');

  window.scrollTo(0, 0);
  const badge = readBox(document.querySelector('main p'));
  const invitation = document.querySelector('main a');
  return {
    ...{ bottom: end, cut, home },
    padding: invitation ? Number.parseFloat(getComputedStyle(invitation).paddingLeft) : 0,
    above: badge.top - readBox(header).bottom,
    below: readBox(document.querySelector('h1')).top - badge.bottom,
  };
}

/** Expects the headline and these parts in low windows, without scrolling. */
async function expectInLowWindows(page: Page, ...parts: readonly Locator[]) {
  for (const size of ['740 × 340', '568 × 320', '844 × 390', '1440 × 480', '1366 × 625']) {
    await resize(page, size);
    for (const part of [page.locator('h1'), ...parts])
      await expect.soft(part, size).toBeInViewport({ ratio: 1 });
  }
}

test('low windows show the headline with the link below it', async ({ page, expectConsole }) => {
  expectConsole(/404/);
  await page.goto('/');
  const invitation = page.locator('main').getByRole('link').first();

  await test.step('a low window shows the line with the invitation', () =>
    expectInLowWindows(page, invitation));

  await test.step('the not-found page shows its link home in a low window', async () => {
    await page.goto('/no-such-page');
    const words = page.getByText('Oops! Page not found');
    await expectInLowWindows(page, words, page.getByRole('link', { name: 'Return to Home' }));
  });
});

test('a long word that fits into its row is not broken, and a long option is not cut', async ({
  page,
}) => {
  const countLines = (selector: string, word: string) =>
    page.locator(selector).evaluate((heading, longWord) => {
      heading.textContent = `Wir fördern ${longWord}`;
      const range = document.createRange();
      range.setStart(heading.firstChild ?? heading, 'Wir fördern '.length);
      range.setEnd(heading.firstChild ?? heading, heading.textContent.length);
      return range.getClientRects().length;
    }, word);
  await visit(page, '/');
  expect(await countLines('h1', 'Technologieunternehmen')).toBe(1);
  expect(await countLines('section:nth-of-type(4) h2', 'Gesellschaften')).toBe(1);
  await visit(page, '/events');
  expect(await countLines('h1', 'Technologieunternehmen')).toBe(1);
  for (const width of [375, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [missing, scrolled] = await page.evaluate(() => {
      const select = document.querySelector<HTMLSelectElement>('select[name=category]');
      if (!select?.options[0]) throw new Error('No select');
      select.options[0].textContent = 'Alle Veranstaltungskategorien';
      const copy = document.body.appendChild(select.cloneNode(true));
      if (!(copy instanceof HTMLElement)) throw new Error('No copy');
      Object.assign(copy.style, { position: 'absolute', font: getComputedStyle(select).font });
      const needed = copy.offsetWidth;
      copy.remove();
      return [needed - select.offsetWidth - 24, document.documentElement.scrollWidth - innerWidth];
    });
    expect(missing).toBeLessThanOrEqual(0);
    expect(scrolled).toBeLessThanOrEqual(0);
  }
});

test('copied text has no hints for screen readers', async ({ page }) => {
  await page.goto('/investor-faq');
  const copied = await page.evaluate(() => {
    window.getSelection()?.selectAllChildren(document.body);
    return `${window.getSelection()}`;
  });
  expect(copied).toContain('Request Invite');
  expect(copied).not.toMatch(/opens in a new tab|1\./);
});

test('with more contrast secondary texts and borders have the colour of the main text', async ({
  page,
}) => {
  await page.emulateMedia({ contrast: 'more' });
  await page.goto('/events');
  const [text, sentence, border] = await page.evaluate(() => {
    const read = (selector: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body);
    return [read('body').color, read('h1 + p').color, read('header').borderBottomColor];
  });
  expect([sentence, border]).toEqual([text, text]);
});
