import { expect, type Page } from 'playwright/test';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import {
  readAnimations,
  readMotion,
  readMovedSections,
  recordMotion,
} from '../helpers/browser/animations.ts';
import { expectNoViolations } from '../helpers/browser/axe.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { scrollToEnd, showOurFonts } from '../helpers/browser/hydrated-page.ts';
import { expectTabOrder, showTheme } from '../helpers/browser/keyboard-stops.ts';
import {
  readLayoutFaults,
  readSmallTargets,
  windowWidths,
} from '../helpers/browser/layout-faults.ts';
import { openRow, reachableRows } from '../helpers/browser/page-rows.ts';

/* Checks every page of the page table. Each page is loaded once, because a load costs more than most checks, and each
   check is a step. browser-test.ts also checks that the console stays empty and that nothing violates the content
   security policy. */

for (const row of reachableRows) {
  test(`${row.id} keeps the promises of every page`, async ({ page, context, expectConsole }) => {
    await recordMotion(page);
    await openRow(page, row, expectConsole);

    if (row.embedded) {
      await expect(page.locator('script[src]')).toHaveCount(0);
      return expectNoViolations(page);
    }

    await test.step('it is painted before fonts and scripts are requested', () =>
      expectEarlyPaint(page));

    await test.step('with reduced motion nothing moves', async () => {
      // The effects of the sections that would rise into view have run.
      expect(await readAnimations(page, { scrolling: true })).toEqual([]);
      await scrollToEnd(page);
      expect(await readAnimations(page, { scrolling: true })).toEqual([]);
      expect(await readMovedSections(page)).toEqual([]);
      expect(await readMotion(page)).toEqual([]);
    });

    await test.step('it loads the scripts of every page, and no others', () =>
      expectNoOtherScripts(page));

    for (const width of windowWidths) {
      await test.step(`it fits a window of ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        expect(await readLayoutFaults(page)).toEqual([]);
      });
    }

    for (const [width, theme] of [
      [1280, 'light'],
      [375, 'dark'],
    ] as const) {
      await test.step(`Tab goes through it in order at ${width} px, ${theme}`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => window.scrollTo(0, 0));
        await showTheme(page, theme);
        await expectTabOrder(page);
        await showTheme(page, undefined);
      });
    }

    await test.step('its controls are large enough for fingers', async () => {
      expect(await readSmallTargets(page)).toEqual([]);
    });

    await test.step('it fits with text twice as large', async () => {
      // The browser's setting for the size of text: it changes rem, em and their media queries.
      const devtools = await context.newCDPSession(page);
      await devtools.send('Page.enable');
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
      await expect(page.locator('html')).toHaveCSS('font-size', '32px');
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await readLayoutFaults(page)).toEqual([]);
      }
      expect(await readLargeTitles(page)).toEqual([]);
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
      await expect(page.locator('html')).toHaveCSS('font-size', '16px');
    });

    await test.step('on paper it is white and no wider than the sheet', async () => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize({ width: 680, height: 960 }); // A4 between its margins
      await expectPrintable(page);
      await page.emulateMedia({ media: null, colorScheme: null });
    });

    await test.step('axe finds nothing', async () => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      await expectNoViolations(page);
    });
  });
}

/** Expects the first paint before the request of any script, font or style. */
async function expectEarlyPaint(page: Page) {
  await showOurFonts(page);
  const { paint, parsed, resources } = await page.evaluate(() => ({
    parsed: performance
      .getEntriesByType('navigation')
      .flatMap((each) =>
        each instanceof PerformanceNavigationTiming ? each.domContentLoadedEventStart : [],
      )[0],
    // When the page was painted; the screen shows it later, on a busy machine by more than a frame (Paint Timing).
    paint: Number(
      Reflect.get(Object(performance.getEntriesByName('first-contentful-paint')[0]), 'paintTime'),
    ),
    resources: performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      name: new URL(name).pathname,
      startTime,
    })),
  }));
  const deferred = resources.filter(({ name }) =>
    /^\/(assets|fonts)\/(?!.+\.(webp|jpg)$)/.test(name),
  ); // no photograph
  expect(deferred.length).toBeGreaterThanOrEqual(4);
  // A page that a busy machine has not painted 1,500 ms after its HTML requests them all the same.
  const earliest = Math.min(paint, (parsed ?? Number.NaN) + 1_500);
  expect(deferred.filter(({ startTime }) => !(startTime >= earliest))).toEqual([]);
}

/** Expects no code that is loaded on demand, and no report of an error. */
async function expectNoOtherScripts(page: Page) {
  const { scripts } = readAssetManifest('dist');
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const others = paths.filter(
    (path) => path === '/reports' || (path.endsWith('.js') && !scripts.includes(path)),
  );
  expect(others).toEqual([]);
}

/**
 * Expects that a printed page, 680 px wide, has no controls, dark text on white, nothing cut off, all answers open
 * and the address of each link.
 */
async function expectPrintable(page: Page): Promise<void> {
  const controls =
    'header nav, header button, header a[target], footer nav, form :is(input, label), form[aria-label], button, iframe';
  await expect(page.locator(controls).filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('main article').filter({ visible: false })).toHaveCount(0);
  await expect(page.locator('h1')).toBeVisible();
  const titleLine = page.locator('h1 + div svg');
  await expect(titleLine.filter({ visible: true })).toHaveCount(await titleLine.count());
  await expect(page.locator('header')).toHaveCSS('position', 'static');
  const footer = await page.locator('footer').evaluate((it) => it.clientHeight);
  expect(footer).toBeLessThan(48); // one line, which rarely needs a sheet of its own
  await expect(page.locator('body')).toHaveCSS('min-height', '0px'); // Firefox adds an empty sheet.
  expect(await readTextsOnDark(page)).toEqual([]);
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  expect(Math.max(...(text.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(680);
  const answers = page.locator('main details > :not(summary)');
  await expect(answers.filter({ visible: false })).toHaveCount(0);
  expect(await readUnnamedLinks(page)).toEqual([]);
}

/** Links whose address is not printed. The address of a mail may be elsewhere on the page. */
function readUnnamedLinks(page: Page): Promise<string[]> {
  return page.locator("main a[href^='http'], main a[href^='mailto']").evaluateAll((links) =>
    links
      .filter((link) => link.checkVisibility())
      .filter((link) => {
        const [, email] = /^mailto:([^?]*)/.exec(link.getAttribute('href') ?? '') ?? [];
        if (email) return !document.querySelector('main')?.innerText.includes(email);
        const printed = `${link.textContent} ${getComputedStyle(link, '::after').content}`;
        return !printed.includes(link.getAttribute('href') ?? '');
      })
      .map((link) => link.outerHTML.slice(0, 100)),
  );
}

/** Elements with text on a dark background. The pale one of tags does not count. */
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

/** Titles that are too large for a narrow window: h2 may have an eighth of its width, h3 a ninth. */
const readLargeTitles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h2, h3')]
      .filter((title) => {
        const size = Number.parseFloat(getComputedStyle(title).fontSize);
        return (
          title.checkVisibility() &&
          size > window.innerWidth * (title.matches('h2') ? 0.126 : 0.116)
        );
      })
      .map((title) => `${getComputedStyle(title).fontSize} ${title.textContent}`),
  );
