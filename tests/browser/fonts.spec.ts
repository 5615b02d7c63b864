import { build } from 'esbuild';
import { expect, type Page } from 'playwright/test';
import { fontFiles, fontNames, fontsLoaded, fontsPending } from '#client/styles/font-files.ts';
import { manifesto } from '#shared/content/manifesto.ts';
import { test } from '../helpers/browser-test.ts';
import {
  addFontFaces,
  fontSource,
  formatSystemFamily,
  type InstalledFace,
  listInstalledFaces,
  serveFonts,
  systemFacesCss,
  systems,
} from '../helpers/fallback-fonts.ts';
import { holdBack, scrollToEnd, showOurFonts, untilHydrated } from '../helpers/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/layout-shifts.ts';
import { framelessRows, openRow } from '../helpers/page-rows.ts';
import { headings, mainLink } from '../helpers/page-words.ts';

/* The local fonts that are shown until ours arrive, with font files of the tests. */

const fontRows = framelessRows.filter(({ id, path }) => path !== undefined || id === 'not-found');
const { sections } = manifesto;
const sentences = sections.map(({ statement }) => statement);
const large = sections.flatMap(({ title, statement }) => [title, statement]);

/** The texts of the site in each weight. */
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
  const faces = listInstalledFaces(Object.values(systems).flat());
  expect(faces.filter(({ font }) => font === undefined)).toEqual([]);
  await serveFonts(page);
  await page.goto('/');
  await addFontFaces(
    page,
    faces.map(
      ({ font, weight }, index) =>
        `@font-face{font-family:'unscaled ${index}';font-weight:${weight};src:${fontSource(font)}}`,
    ),
  );
  const ratios = await page.evaluate(measureRatios, { faces, samples });
  const wrong = faces.flatMap(({ family, weight, sizeAdjust }, index) => {
    const measured = ratios[index] ?? Number.NaN;
    // The sample changes with the manifesto's words, by less than this.
    if (Math.abs(measured - sizeAdjust) <= 0.75) return [];
    return [`${family} ${weight}: ${sizeAdjust} should be ${measured.toFixed(1)}`];
  });
  expect(wrong).toEqual([]);
});

const installed = Object.entries(systems).map(([system, fonts]) => ({
  system,
  faces: listInstalledFaces(fonts),
}));

/** What the page does when its fonts are there, as `fonts.showFonts`. */
const bundleShowFonts = build({
  entryPoints: ['client/boot/show-fonts.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'fonts',
  tsconfigRaw: {}, // no "use strict", in which the name would be local
}).then(({ outputFiles: [file] }) => file?.text ?? '');

/** By which the page knows that the system has fallback fonts. */
const anySource = `src:${fontSource('Gelasio-Regular')}`;

// The pages without an address look like the not-found page.
for (const [place, row] of fontRows.entries()) {
  test(`nothing moves on ${row.id} when its fonts come late`, async ({ page, expectConsole }) => {
    const releaseFonts = await holdBack(page, '**/*.woff2');
    await observeLayoutShifts(page);
    await openRow(page, row, expectConsole, 'domcontentloaded');
    await scrollToEnd(page);
    expect(await readLayoutShifts(page), 'before the fonts are there').toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 0));

    releaseFonts();
    await serveFonts(page);
    const some = ['E9', 'A9'].map((family) => `@font-face{font-family:${family};${anySource}}`);
    await addFontFaces(
      page,
      installed.map(({ system, faces }) => systemFacesCss(system, faces)).concat(some),
    );
    await showOurFonts(page);
    await page.evaluate(await bundleShowFonts);
    let taken = 0;
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Each system once a page, in turns in the narrow window and in the wide one.
      const turn = place + Number(width === 320);
      for (const { system, faces } of installed.filter((_, index) => (index + turn) % 2 === 0)) {
        taken += Number(await swapFonts(page, system, faces));
        expect(await readLayoutShifts(page), `on ${system} at ${width} px`).toEqual([]);
      }
    }
    // Where a line would break elsewhere a page waits for the next one. These texts hardly change.
    const isSteady = ['manifesto', 'not-found'].includes(row.id);
    expect(taken).toBeGreaterThanOrEqual(isSteady ? installed.length : 1);
  });
}

/** The root while headings have their fallback font. */
const allPending = ':root[data-fonts]:not([data-fonts=text])';

test('fonts that would break lines elsewhere wait for the next page', async ({ page }) => {
  const src = fontSource('Gelasio-Regular');
  await serveFonts(page);
  await openInFallbacks(
    page,
    `@font-face{font-family:E9;src:${src}}@font-face{font-family:A9;src:${src}}` +
      `${allPending}{--display:E9;--text-face:A9;letter-spacing:.3em}`,
  );
  await expect(page.locator('html')).toHaveAttribute('data-fonts', fontsLoaded);
  await untilHydrated(page);
  await expect(page.locator('h1')).toHaveCSS('font-family', 'E9');
  expect(await readLayoutShifts(page)).toEqual([]);
  await mainLink(page, 'blog').click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await expect(page.locator('h1')).toHaveCSS('font-family', /^Eczar/);
});

test('fonts that move nothing take over at once', async ({ page }) => {
  // Fallback fonts as wide as our fonts in every line: the same files, which are not held back with a query.
  await openInFallbacks(
    page,
    `@font-face{font-family:E9;font-weight:400 800;src:url(${fontFiles.eczar}?same)}` +
      `@font-face{font-family:A9;font-weight:400 700;src:url(${fontFiles.anekLatin}?same)}` +
      `:root[data-fonts]{--text-face:A9}${allPending}{--display:E9}`,
  );
  await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
  await expect(page.locator('h1')).toHaveCSS('font-family', /^Eczar/);
  expect(await readLayoutShifts(page)).toEqual([]);
});

/** Opens the manifesto in fallback fonts that these styles name; then our fonts come. */
async function openInFallbacks(page: Page, css: string) {
  const releaseFonts = await holdBack(page, '**/*.woff2');
  await observeLayoutShifts(page);
  await page.goto('/manifesto', { waitUntil: 'domcontentloaded' });
  await showFallbacks(page, css);
  releaseFonts();
}

/** Shows the page in fallback fonts that these styles name, and forgets what that has moved. */
async function showFallbacks(page: Page, css: string) {
  const pending: string = fontsPending;
  await page.evaluate(
    async (given) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(given.css);
      document.adoptedStyleSheets.push(sheet);
      // Another sheet has made all faces anew.
      await Promise.all(['1em E9', '1em A9'].map((font) => document.fonts.load(font)));
      document.documentElement.dataset['fonts'] = given.pending;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const shifts: unknown = Reflect.get(window, 'layoutShifts');
      if (Array.isArray(shifts)) shifts.length = 0;
    },
    { css, pending },
  );
}

/**
 * Shows the page in a system's fallback fonts, then lets it take ours, and records what that moves.
 *
 * @returns whether it has taken both
 */
async function swapFonts(page: Page, system: string, faces: readonly InstalledFace[]) {
  const stackOf = (name: string) =>
    [
      ...new Set(
        faces
          .filter(({ fontName }) => fontName === name)
          .map((face) => formatSystemFamily(system, face)),
      ),
    ].join();
  const css =
    `:root[data-fonts]{--text-face:${stackOf(fontNames.anekLatin)}}` +
    `${allPending}{--display:${stackOf(fontNames.eczar)}}`;
  await showFallbacks(page, css);
  return page.evaluate(async () => {
    const untilPainted = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    Reflect.get(window, 'fonts').showFonts();
    await untilPainted();
    await untilPainted();
    return document.documentElement.dataset['fonts'] === undefined;
  });
}

/** Runs in the page: the width of our font over that of the unscaled fallback font, in percent. */
function measureRatios(given: {
  faces: readonly InstalledFace[];
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
