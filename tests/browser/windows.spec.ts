import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { getBox } from '../helpers/layout-faults.ts';

/* Pages in windows of unusual size, with enlarged text, translated, printed, copied and with more contrast. */

async function open(page: Page, path: string, [width, height]: readonly [number, number]) {
  await page.setViewportSize({ width, height });
  await page.goto(path);
}

test('with enlarged text the header is never cut, and covers at most a quarter of the window', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.enable');
  await page.goto('/');
  for (const standard of [16, 20, 24, 28, 32]) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
    for (const [width, height] of [
      ...([
        [320, 256],
        [320, 640],
        [375, 700],
        [740, 340],
      ] as const),
      ...([
        [768, 1024],
        [1440, 480],
        [1440, 900],
      ] as const),
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 700));
      const { bottom, cut, home } = await page.evaluate(() => {
        const header = document.querySelector('header');
        const box = header?.getBoundingClientRect();
        const parts = [...(header?.querySelectorAll('a, button') ?? [])];
        const isCut = (part: Element) => {
          const { top, bottom } = part.getBoundingClientRect();
          return (top < 0 && bottom > 0) || (bottom > 0 && bottom > (box?.bottom ?? 0));
        };
        const mark = header?.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect();
        const found = document.elementFromPoint(mark.x + 20, mark.y + mark.height / 2);
        return {
          bottom: box?.bottom ?? 0,
          cut: parts.filter(isCut).map((part) => part.outerHTML.slice(0, 80)),
          home: found?.closest('a')?.getAttribute('href'),
        };
      });
      const where = `${standard} px, ${width} × ${height}`;
      expect.soft(cut, where).toEqual([]);
      expect.soft(bottom, where).toBeLessThanOrEqual(height / 4);
      if (bottom > 0) expect.soft(home, where).toBe('/');
      // With ordinary text it always stays.
      if (standard === 16) expect.soft(bottom, where).toBeGreaterThan(44);
    }
  }
});

test('home is marked in the header on the home page alone', async ({ page }) => {
  const readRule = () =>
    page.locator('header a[href="/"]').evaluate((link) => getComputedStyle(link, '::after').height);
  for (const [path, rule] of [
    ['/', '3px'],
    ['/blog', '0px'],
  ] as const) {
    await page.goto(path);
    expect(await readRule()).toBe(rule);
  }
});

test('a low window shows the line with the invitation, and the way home from a missing page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  for (const size of [
    [740, 340],
    [568, 320],
    [844, 390],
    [1440, 480],
    [1366, 625],
  ] as const) {
    await open(page, '/', size);
    for (const part of [page.locator('h1'), page.locator('main').getByRole('link').first()])
      await expect.soft(part, `${size}`).toBeInViewport({ ratio: 1 });
    await open(page, '/no-such-page', size);
    for (const part of [
      page.locator('h1'),
      page.getByText('Oops! Page not found'),
      page.getByRole('link', { name: 'Return to Home' }),
    ])
      await expect.soft(part, `${size}`).toBeInViewport({ ratio: 1 });
  }
});

test('the sentence of the home page stands beside the headline, and on a phone near the button', async ({
  page,
}) => {
  const [headline, sentence] = [page.locator('h1'), page.locator('h1 + p')];
  for (const width of [1024, 1440, 2560]) {
    await open(page, '/', [width, 900]);
    const { x, width: wide } = await getBox(headline);
    expect((await getBox(sentence)).x - x - wide).toBeLessThan(60);
  }
  await open(page, '/', [375, 800]);
  const { y, height } = await getBox(sentence);
  const button = await getBox(page.locator('main').getByRole('link').first());
  expect(button.y - y - height).toBeLessThan(130);
});

test('in a very wide window the clearing begins at the text, the line crosses the window, and emblems are cut by its edge', async ({
  page,
}) => {
  for (const width of [1600, 2560, 3840]) {
    await open(page, '/', [width, 1200]);
    const clearing = await getBox(page.locator('main div:has(> a[target])').first());
    expect(clearing.x).toBeCloseTo((await getBox(page.locator('h1'))).x, 0);
    const line = await getBox(page.locator('main svg').filter({ visible: true }).nth(1));
    expect(line.x).toBeLessThanOrEqual(0);
    expect(line.x + line.width).toBeGreaterThanOrEqual(width);
    await open(page, '/blog', [width, 1200]);
    const emblem = await getBox(page.locator('article svg').first());
    expect(emblem.width).toBeCloseTo(472, 0);
    expect([emblem.x < width, emblem.x + emblem.width > width]).toEqual([true, true]);
  }
});

test('a long word that fits into its row is not broken, and a long option is not cut', async ({
  page,
}) => {
  for (const [path, selector, word = 'Technologieunternehmen'] of [
    ['/', 'h1'],
    ['/', 'section:nth-of-type(4) h2', 'Gesellschaften'],
    ['/events', 'h1'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, path);
    const lines = await page.locator(selector).evaluate((heading, longWord) => {
      heading.textContent = `Wir fördern ${longWord}`;
      const range = document.createRange();
      range.setStart(heading.firstChild ?? heading, 'Wir fördern '.length);
      range.setEnd(heading.firstChild ?? heading, heading.textContent.length);
      return range.getClientRects().length;
    }, word);
    expect(lines, `${path} ${selector}`).toBe(1);
  }
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

test('more contrast leaves no text or border in a middle colour', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await page.goto('/events');
  const [text, sentence, border] = await page.evaluate(() => {
    const read = (selector: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body);
    return [read('body').color, read('h1 + p').color, read('header').borderBottomColor];
  });
  expect([sentence, border]).toEqual([text, text]);
});

test('print does not draw the line again, and a printed event ends with its address and no control', async ({
  page,
}) => {
  await visit(page, '/');
  const countRunning = () =>
    page.evaluate(() => document.getAnimations().filter((it) => it.playState === 'running').length);
  await expect.poll(countRunning).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 680, height: 960 }); // a sheet
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ media: null });
  expect(await countRunning()).toBe(0);

  await page.goto('/events?event=soft-landing-bootcamp');
  await page.emulateMedia({ media: 'print' });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('/events?event=soft-landing-bootcamp');
  await expect(dialog.locator('a, button').filter({ visible: true })).toHaveCount(0);
});
