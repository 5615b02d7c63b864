import { expect, type Page } from 'playwright/test';
import { fontNames } from '#client/styles/font-files.ts';
import { fallbackFaceCss } from '#client/styles/fonts.ts';
import {
  getFontFile,
  type LocalFace,
  listLocalFaces,
  localFonts,
  systems,
} from '#scripts/fonts/local-fonts.ts';
import { findWrongFaces } from '#scripts/fonts/measure-fallbacks.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { holdBack, scrollToEnd, showOurFonts } from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { openRow, standaloneRows } from '../helpers/browser/page-rows.ts';

/* The local fonts that are shown until ours arrive, with font files of the tests (`scripts/fonts/local-fonts.ts`). */

const fontFiles = new Map<string, string>();
for (const font of localFonts) fontFiles.set(font, getFontFile(font));

const fontPath = '/fonts/of-a-system/';
const fontSource = ({ font }: LocalFace) =>
  font ? `url(${fontPath}${font})` : `local('not installed')`;

/**
 * Adds `@font-face` rules to the page and waits until their fonts and ours are loaded. The stylesheet of the other pages
 * comes first: while fonts load, a new stylesheet makes Chromium create every font face anew, not loaded.
 */
async function addFontFaces(page: Page, rules: readonly string[]): Promise<void> {
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href !== null));
  await page.route(`**${fontPath}*`, async (route) => {
    const file = fontFiles.get(new URL(route.request().url()).pathname.slice(fontPath.length));
    await (file === undefined ? route.abort() : route.fulfill({ path: file }));
  });
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    const added = [...sheet.cssRules].filter(({ cssText }) => cssText.includes('url('));
    const fonts = added.map((rule) => {
      const style = rule instanceof CSSFontFaceRule ? rule.style : undefined;
      const weight = Number.parseInt(style?.getPropertyValue('font-weight') || '400', 10);
      return `${weight} 1em ${style?.getPropertyValue('font-family')}`;
    });
    await Promise.all(fonts.map((font) => document.fonts.load(font)));
    const missing = fonts.filter((font) => !document.fonts.check(font));
    if (missing.length > 0) throw new Error(`These fonts did not load: ${missing.join()}`);
  }, rules.join(''));
  await showOurFonts(page);
}

test('every fallback font is as wide as the font that it replaces', async ({ page }) => {
  const wrong = await findWrongFaces(page);
  const lines = wrong.map(
    ({ family, weight, sizeAdjust, measured }) =>
      `${family} ${weight}: ${sizeAdjust} should be ${measured}`,
  );
  expect(lines, 'npm run fonts writes these').toEqual([]);
});

/** The faces of each system, which have families of their own here. */
const installed = Object.entries(systems).map(([system, fonts]) => ({
  system,
  faces: listLocalFaces(fonts).map((face) => ({
    ...face,
    family: `${face.family}-${system.replace(' ', '-')}`,
  })),
}));
const systemRules = installed.flatMap(({ faces }) =>
  faces.map((face) => fallbackFaceCss(face, fontSource(face))),
);

/** The budget of the client: Lighthouse has 100 points for it. */
const maxShift = 0.01;

// The pages without an address look like the not-found page.
const fontRows = standaloneRows.filter(({ id, path }) => path !== undefined || id === 'not-found');
for (const [pageIndex, row] of fontRows.entries()) {
  test(`nothing moves on ${row.id} when its fonts arrive late`, async ({ page, expectConsole }) => {
    const releaseFonts = await holdBack(page, '**/*.woff2');
    await observeLayoutShifts(page);
    await openRow(page, row, expectConsole, 'domcontentloaded');
    await scrollToEnd(page);
    expect(await readLayoutShifts(page), 'before the fonts are there').toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 0));

    releaseFonts();
    await addFontFaces(page, systemRules);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Each page is tested once with each system, in the narrow window or in the wide one.
      const turn = pageIndex + Number(width === 320);
      for (const { system, faces } of installed.filter((_, index) => (index + turn) % 2 === 0)) {
        const shifts = await swapFonts(page, faces);
        const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
        expect(sum, `on ${system} at ${width} px: ${shifts.join()}`).toBeLessThanOrEqual(maxShift);
      }
    }
  });
}

/** Shows the page in a system's fallback fonts, then in ours. @returns what that moves */
async function swapFonts(page: Page, faces: readonly LocalFace[]) {
  const stackOf = (name: string) => {
    const families = faces.filter(({ fontName }) => fontName === name).map(({ family }) => family);
    return [...new Set(families)].join();
  };
  await page.evaluate(
    async (css) => {
      const untilPainted = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const root = document.documentElement;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
      root.dataset['fonts'] = 'system';
      await document.fonts.ready;
      await untilPainted();
      const shifts: unknown = Reflect.get(window, 'layoutShifts');
      if (Array.isArray(shifts)) shifts.length = 0;
      delete root.dataset['fonts'];
      await untilPainted();
      await untilPainted();
    },
    `:root[data-fonts=system]{--text-face:${stackOf(fontNames.anekLatin)};--display:${stackOf(fontNames.eczar)}}`,
  );
  return readLayoutShifts(page);
}
