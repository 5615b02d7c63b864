import { expect } from 'playwright/test';
import { fontNames } from '#client/styles/font-files.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { holdBack, scrollToEnd, showOurFonts, visit } from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';

/** The sum of a page's layout shifts. Lighthouse has 100 points for it. */
const maxShift = 0.01;

for (const [path, width] of [
  ['/', 320],
  ['/about', 1280],
  ['/manifesto', 320],
  ['/events', 1280],
] as const) {
  test(`nothing moves on ${path} at ${width} px when our fonts replace those of this machine`, async ({
    page,
  }) => {
    const releaseFonts = await holdBack(page, '**/*.woff2');
    await observeLayoutShifts(page);
    await page.setViewportSize({ width, height: 800 });
    await visit(page, path);
    await scrollToEnd(page);
    expect(await readLayoutShifts(page), 'before our fonts').toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 0));
    releaseFonts();
    await showOurFonts(page);
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    const shifts = await readLayoutShifts(page);
    const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
    expect(sum, shifts.join()).toBeLessThanOrEqual(maxShift);
  });
}

test('letters of neighbours are in our fonts, in files that only a page with such a letter fetches', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fetched.push(request.url());
  });
  await visit(page, '/about');
  await showOurFonts(page);
  expect(fetched).toHaveLength(2);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  for (const [selector, family] of Object.entries({
    h1: fontNames.eczar,
    'header nav a': fontNames.anekLatin,
  })) {
    await page
      .locator(selector)
      .first()
      .evaluate((element) => {
        element.textContent = 'Łukasz Kőváry, Ștefan Čapek, Śrī Āditya, œuvre';
      });
    await expect
      .poll(async () => {
        const { nodeId } = await devtools.send('DOM.querySelector', {
          nodeId: root.nodeId,
          selector,
        });
        const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
        return [...new Set(fonts.map(({ familyName }) => familyName.slice(0, family.length)))];
      })
      .toEqual([family]);
  }
  expect(fetched).toHaveLength(4);
});
