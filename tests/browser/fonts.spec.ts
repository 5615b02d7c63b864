import { expect, type Page } from 'playwright/test';
import { fontNames } from '#client/styles/font-files.ts';
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
import { holdBack, scrollToEnd, showOurFonts } from '../helpers/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/layout-shifts.ts';
import { framelessRows, openRow } from '../helpers/page-rows.ts';

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

/** The budget of the client: Lighthouse has 100 points for it. */
const maxShift = 0.01;

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
    await addFontFaces(
      page,
      installed.map(({ system, faces }) => systemFacesCss(system, faces)),
    );
    await showOurFonts(page);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Each system once a page, in turns in the narrow window and in the wide one.
      const turn = place + Number(width === 320);
      for (const { system, faces } of installed.filter((_, index) => (index + turn) % 2 === 0)) {
        const shifts = await swapFonts(page, system, faces);
        const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
        expect(sum, `on ${system} at ${width} px: ${shifts.join()}`).toBeLessThanOrEqual(maxShift);
      }
    }
  });
}

/** Shows the page in a system's fallback fonts, then in ours. @returns what that moves */
async function swapFonts(page: Page, system: string, faces: readonly InstalledFace[]) {
  const stackOf = (name: string) =>
    [
      ...new Set(
        faces
          .filter(({ fontName }) => fontName === name)
          .map((face) => formatSystemFamily(system, face)),
      ),
    ].join();
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
