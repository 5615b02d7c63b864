import { expect } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';
import { holdBack, scrollToEnd, showOurFonts, visit } from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';

/** The sum of a page's layout shifts. Lighthouse has 100 points for it. */
const maxShift = 0.01;

for (const path of ['/', '/about', '/manifesto', '/events']) {
  for (const width of [320, 1280]) {
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
}
