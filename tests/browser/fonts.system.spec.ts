import { fileURLToPath } from 'node:url';
import { expect, type Page } from 'playwright/test';
import { fontNames } from '#client/styles/font-files.ts';
import { fallbackFaceCss, fallbackFaces } from '#client/styles/fonts.ts';
import { manifesto } from '#shared/content/manifesto.ts';
import { test } from '../helpers/browser-test.ts';
import { holdBack, scrollToEnd, showOurFonts } from '../helpers/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/layout-shifts.ts';
import { framelessRows, openRow } from '../helpers/page-rows.ts';
import { findSystemFont } from '../helpers/programs.ts';

/*
 * The local fonts that are shown until ours arrive, with fonts of the tests, so that no test depends on those of this
 * machine. Gelasio, Tinos and Arimo have the widths of Georgia, Times New Roman and Arial. From npm come Gelasio, which
 * Debian lacks, and Noto, of which Debian's package has the letters of all languages.
 */

const both = (family: string) => [`${family}-Regular`, `${family}-Bold`];

/** Kinds of systems, and the PostScript names of their fonts. Together they have every fallback font. */
const systems: Readonly<Record<string, readonly string[]>> = {
  Windows: ['Gelasio', 'Tinos', 'Arimo'].flatMap(both),
  ChromeOS: ['Tinos', 'Arimo', 'Roboto'].flatMap(both),
  'Android 11': ['Roboto', 'NotoSerif'].flatMap(both),
  'Android 12': ['Roboto-Regular', ...both('NotoSerif')],
  Fedora: ['NotoSans', 'NotoSerif'].flatMap(both),
  Debian: ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSerif', 'DejaVuSerif-Bold'],
};
const allFonts = new Set(Object.values(systems).flat());

/** The fallback fonts, each with the one of these fonts that a browser takes for it, if any. */
const listFaces = (fonts: readonly string[]) =>
  fallbackFaces.map((face) => ({
    ...face,
    font: face.localNames.find((name) => fonts.includes(name)),
  }));
type Face = ReturnType<typeof listFaces>[number];

/** The path of a font. `NotoSans-Bold` is the weight 700 of the package `@fontsource/noto-sans`. */
function getFontFile(font: string): string {
  const [family = '', style] = font.split('-');
  const found = findSystemFont(font);
  if (found !== undefined) return found;
  const name = family.replace(/\B[A-Z]/, '-$&').toLowerCase();
  const weight = style === 'Bold' ? 700 : 400;
  const file = `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`;
  return fileURLToPath(import.meta.resolve(file));
}

const fontFiles = new Map<string, string>();
for (const font of allFonts) fontFiles.set(font, getFontFile(font));

const fontPath = '/fonts/of-a-system/';
const fontSource = ({ font }: Face) =>
  font ? `url(${fontPath}${font})` : `local('not installed')`;

/** Adds `@font-face` rules to the page and waits until their fonts and ours are there. */
async function addFontFaces(page: Page, rules: readonly string[]): Promise<void> {
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

/** The texts of the site in each weight. */
const { sections } = manifesto;
const sentences = sections.map(({ statement }) => statement);
const large = sections.flatMap(({ title, statement }) => [title, statement]);
const samples: Readonly<Record<string, readonly string[]>> = {
  'Eczar 400': sentences,
  'Eczar 500': sentences,
  'Eczar 600': large,
  'Eczar 700': large,
  'Anek Latin 400': sections.flatMap(({ paragraphs }) => paragraphs),
  'Anek Latin 500': ['Manifesto', 'Investor FAQ', ...sections.map(({ title }) => title)],
  'Anek Latin 600 700': ['Request Invite', 'View Details', 'Read the manifesto', 'Subscribe'],
};

test('every fallback font is made as wide as the font that it stands in for', async ({ page }) => {
  const faces = listFaces([...allFonts]);
  expect(faces.filter(({ font }) => font === undefined)).toEqual([]);
  await page.goto('/');
  const unscaled = faces.map(
    (face, index) =>
      `@font-face{font-family:'unscaled ${index}';font-weight:${face.weight};src:${fontSource(face)}}`,
  );
  await addFontFaces(page, unscaled);
  const ratios = await page.evaluate(measureRatios, { faces, samples });
  const wrong = faces.flatMap(({ family, weight, sizeAdjust }, index) => {
    const measured = ratios[index] ?? Number.NaN;
    // The sample changes with the manifesto's words, by less than this.
    if (Math.abs(measured - sizeAdjust) <= 0.75) return [];
    return [`${family} ${weight}: ${sizeAdjust} should be ${measured.toFixed(1)}`];
  });
  expect(wrong).toEqual([]);
});

/** The faces of each system, which have families of their own here. */
const installed = Object.entries(systems).map(([system, fonts]) => ({
  system,
  faces: listFaces(fonts).map((face) => ({
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
const fontRows = framelessRows.filter(({ id, path }) => path !== undefined || id === 'not-found');
for (const [place, row] of fontRows.entries()) {
  test(`nothing moves on ${row.id} when its fonts come late`, async ({ page, expectConsole }) => {
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
      // Each system once a page, in turns in the narrow window and in the wide one.
      const turn = place + Number(width === 320);
      for (const { system, faces } of installed.filter((_, index) => (index + turn) % 2 === 0)) {
        const shifts = await swapFonts(page, faces);
        const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
        expect(sum, `on ${system} at ${width} px: ${shifts.join()}`).toBeLessThanOrEqual(maxShift);
      }
    }
  });
}

/** Shows the page in a system's fallback fonts, then in ours. @returns what that moves */
async function swapFonts(page: Page, faces: readonly Face[]) {
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

/** Runs in the page: the width of our font over that of the unscaled fallback font, in percent. */
function measureRatios(given: {
  faces: readonly Face[];
  samples: Readonly<Record<string, readonly string[]>>;
}) {
  const span = document.createElement('span');
  span.style.cssText = 'position:absolute;white-space:pre;visibility:hidden';
  document.body.append(span);
  return given.faces.map(({ fontName, weight }, index) => {
    const texts = given.samples[`${fontName} ${weight}`] ?? [];
    const [ours = 0, theirs = 0] = [fontName, `unscaled ${index}`].map((family) =>
      texts.reduce((sum, text) => {
        span.style.font = `${Number.parseInt(weight, 10)} 200px '${family}'`;
        span.textContent = text;
        return sum + span.getBoundingClientRect().width;
      }, 0),
    );
    return (100 * ours) / theirs;
  });
}
