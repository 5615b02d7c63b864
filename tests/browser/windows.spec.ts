import { expect, type Locator, type Page } from 'playwright/test';
import { openings } from '#shared/kolam/openings.ts';
import { pages } from '#shared/routes.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';

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

test('pages fit low, ordinary and very wide windows', async ({ page, expectConsole }) => {
  expectConsole(/404/);
  await page.goto('/');
  const [headline, sentence] = [page.locator('h1'), page.locator('h1 + p')];
  const invitation = page.locator('main').getByRole('link').first();

  await test.step('a low window shows the line with the invitation', () =>
    expectInLowWindows(page, invitation));

  await test.step('the sentence is beside the headline, and on a phone near the button', async () => {
    for (const size of ['1024 × 900', '1440 × 900', '2560 × 900']) {
      await resize(page, size);
      const { x, width } = await getBox(headline);
      expect((await getBox(sentence)).x - x - width).toBeLessThan(60);
    }
    await resize(page, '375 × 800');
    const { y, height } = await getBox(sentence);
    expect((await getBox(invitation)).y - y - height).toBeLessThan(130);
  });

  const wide = ['1600 × 1200', '1920 × 1200', '2560 × 1200', '3840 × 1200'];
  await test.step('the whole line is visible, with the button in its clearing, and the text fills most of the window', async () => {
    for (const size of wide) {
      const { width } = await resize(page, size);
      const line = page.locator('main section svg:has(use)').filter({ visible: true }).first();
      const { x, y, height, ...box } = await getBox(line);
      expect([x, box.width], size).toEqual([0, width]);
      // The clearing: two of four rows, three cells across (NOTES of `window-line.tsx`).
      const cell = height / 4.19;
      const clearing = await getBox(page.locator('main div:has(> a[target])').first());
      expect(clearing.width / cell, size).toBeCloseTo(3, 1);
      expect((clearing.x / cell) % 1, size).toBeCloseTo(0, 1);
      const button = await getBox(invitation);
      expect(button.width, size).toBeLessThan(clearing.width);
      expect(button.y - y, size).toBeGreaterThan(cell);
      const brand = await getBox(page.locator('header a').first());
      expect(width - 2 * brand.x, size).toBeGreaterThan(0.59 * width);
    }
  });

  await test.step('in narrow windows each textile pattern begins at the edge', async () => {
    for (const [size, isBeside] of [
      ['375 × 800', false],
      ['768 × 1024', true],
    ] as const) {
      const { width } = await resize(page, size);
      for (const item of await page.locator('main li:has(h3)').all()) {
        const swatch = await getBox(item.locator('> div').first());
        const title = await getBox(item.getByRole('heading'));
        expect(swatch.x).toBe(0);
        if (isBeside) {
          expect(title.x - swatch.width).toBeCloseTo(24, 0);
          expect(title.y).toBeLessThan(swatch.y + swatch.height);
        } else {
          expect(swatch.width).toBe(width);
          expect(title.y - swatch.y - swatch.height).toBeCloseTo(24, 0);
        }
      }
    }
  });

  await test.step('the edge of a very wide window cuts the emblems of the blog', async () => {
    await page.goto('/blog');
    for (const size of wide) {
      const { width } = await resize(page, size);
      const emblem = await getBox(page.locator('article svg').first());
      expect(emblem.width).toBeGreaterThanOrEqual(472);
      expect([emblem.x < width, emblem.x + emblem.width > width]).toEqual([true, true]);
    }
  });

  await test.step('a line leads from a headline of one line to the edge of the window', async () => {
    for (const id of Object.keys(openings)) {
      await page.goto(pages.find((row) => row.id === id)?.path ?? '');
      for (const size of ['320 × 640', '375 × 800', '900 × 900', '1440 × 900', '2560 × 1200']) {
        const { width } = await resize(page, size);
        const { title, fontSize, line } = await page.evaluate(readOpening);
        const isHidden = width <= 640 || title.height > 1.5 * fontSize; // There would be little space for it, or none.
        if (isHidden) expect(line, `${id}, ${size}`).toBeUndefined();
        if (width < 900 && !line) continue;
        const end = line ?? { left: Number.NaN, right: Number.NaN, height: Number.NaN };
        expect(end.left - title.right, `${id}, ${size}`).toBeLessThan(50);
        expect(end.left - title.right, `${id}, ${size}`).toBeGreaterThan(10);
        expect(end.right, `${id}, ${size}`).toBeGreaterThanOrEqual(width - 1);
        expect(end.height, `${id}, ${size}`).toBeLessThan(1.2 * title.height);
      }
    }
  });

  await test.step('the not-found page shows its link home in a low window', async () => {
    await page.goto('/no-such-page');
    const words = page.getByText('Oops! Page not found');
    await expectInLowWindows(page, words, page.getByRole('link', { name: 'Return to Home' }));
  });
});

/** Runs in the page: the box of the headline, and that of the line beside it where it is shown. */
function readOpening() {
  const measure = (element: Element) => {
    const { left, right, height } = element.getBoundingClientRect();
    return { left, right, height };
  };
  const title = document.querySelector('h1') ?? document.body;
  const line = document.querySelector('h1 + div > svg');
  return {
    title: measure(title),
    fontSize: Number.parseFloat(getComputedStyle(title).fontSize),
    line: line?.checkVisibility() ? measure(line) : undefined,
  };
}

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
