import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { framelessRows, openRow } from '../helpers/page-rows.ts';
import { someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

/** Six windows, and 640 for one of 1280 at 200 % zoom. */
const widths = [320, 375, 640, 768, 1024, 1440, 1920];

/** How far the page can be scrolled sideways, and what stands out of the window. */
function readOverflow(page: Page) {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    window.scrollTo(10_000, 0);
    const scrolled = window.scrollX;
    window.scrollTo(0, 0);
    if (scrolled === 0) return [];
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrolled} px`,
      ...outside.slice(0, 5).map((element) => element.outerHTML.slice(0, 100)),
    ];
  });
}

/** Pairs of the header's controls that cover each other or stand out of the header. */
function readHeaderCollisions(page: Page) {
  return page.evaluate(() => {
    const header = document.querySelector('header');
    const controls = [...(header?.querySelectorAll('a, button') ?? [])]
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0);
    return controls.flatMap(({ name, box }, index) =>
      controls.slice(index + 1).flatMap((other) => {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        return across > 0.5 && down > 0.5 ? [`${name} and ${other.name}`] : [];
      }),
    );
  });
}

/** Texts that are cut off by their own box or by the window, where it clips them in silence. */
function readCutTexts(page: Page) {
  return page.evaluate(() => {
    const { clientWidth: width } = document.documentElement;
    return [
      ...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, li, a, button, summary, label'),
    ]
      .filter((element) => !element.closest('[aria-hidden=true], .visually-hidden, dialog'))
      .filter(({ clientWidth }) => clientWidth > 0)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth + 1;
        return isCut || left < -1 || right > width + 1;
      })
      .map((element) => element.outerHTML.slice(0, 100));
  });
}

for (const row of framelessRows) {
  test(`${row.id} fits every width without scrolling sideways`, async ({ page, expectConsole }) => {
    await openRow(page, row, expectConsole);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await readOverflow(page), `at ${width} px`).toEqual([]);
      expect(await readHeaderCollisions(page), `at ${width} px`).toEqual([]);
      expect(await readCutTexts(page), `at ${width} px`).toEqual([]);
    }
  });

  test(`${row.id} has controls that fingers can hit`, async ({ page, expectConsole }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await openRow(page, row, expectConsole);
    const small = await page.evaluate(() => {
      const controls = [
        'button, select, summary, input:not([type=hidden])',
        'header a, footer nav a, main a:not(p a, dd a, li a, h2 a)',
      ].join();
      return [...document.querySelectorAll<HTMLElement>(controls)]
        .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
        .flatMap((element) => {
          const { width, height } = element.getBoundingClientRect();
          const fits = Math.round(width) >= 44 && Math.round(height) >= 44;
          return fits ? [] : [`${width} × ${height}: ${element.outerHTML.slice(0, 80)}`];
        });
    });
    expect(small).toEqual([]);
  });

  test(`${row.id} can be read with text twice as large`, async ({
    page,
    context,
    expectConsole,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    // What the setting for the size of text does in a browser: rem, em and their media queries.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.enable');
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await openRow(page, row, expectConsole);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    expect(await readOverflow(page)).toEqual([]);
    expect(await readHeaderCollisions(page)).toEqual([]);
    expect(await readCutTexts(page)).toEqual([]);
  });
}

test('at 200 % zoom of a small window the header leaves room to read', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await visit(page, '/manifesto');
  await page.evaluate(() => window.scrollTo(0, 1500));
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect());
  expect(header.bottom).toBeLessThan(100);
});

test('the details of an event fit every width, and their whole text can be reached', async ({
  page,
}) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 500 });
    const dialog = page.getByRole('dialog');
    const box = await dialog.boundingBox();
    if (!box) throw new Error('The dialog has no box');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(500);
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const close = dialog.getByRole('button', { name: 'Close', exact: true });
    await close.scrollIntoViewIfNeeded();
    await expect(close).toBeInViewport({ ratio: 1 });
  }
});

for (const width of [1440, 375]) {
  test(`at ${width} px the header stays at the top while reading`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, '/manifesto');
    await page.evaluate(() => window.scrollTo(0, 1500));
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await expect(page).toHaveURL('/blog');
    await untilHydrated(page);
  });
}

test('the frame of the contact page is exactly 500 px high at every width', async ({ page }) => {
  await visit(page, '/contact');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect((await page.locator('iframe').boundingBox())?.height).toBe(500);
  }
});
