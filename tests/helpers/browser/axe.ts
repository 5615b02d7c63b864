import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { showTheme } from './keyboard-stops.ts';

/** Reports only violations, and loads no style sheets, which none of the rules reads. */
const options = { resultTypes: ['violations' as const], preload: false };

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** Runs axe in a page that has loaded it in an earlier run, because loading takes a third of the time of a run. */
const runAgain = (page: Page): Promise<Results | undefined> =>
  page.evaluate(
    (given) => Reflect.get(window, 'axe')?.run(document, { ...given, iframes: false }),
    options,
  );

/** The violations that axe finds, each with its rule and the elements. */
export async function listViolations(page: Page): Promise<readonly string[]> {
  // Legacy mode: otherwise axe opens another window for every run. Frames are rows of their own.
  const { violations } =
    (await runAgain(page)) ??
    (await new AxeBuilder({ page }).options(options).setLegacyMode().analyze());
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ''}`);
    return `${id}: ${help}\n${elements.join('\n')}`;
  });
}

/**
 * Runs axe on a phone in the light theme and on a wide screen in the dark one: what depends on the
 * width, on the theme or on both is found, and every pair of colours in tests/client/styles.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const [width, theme] of [
    [375, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, theme);
    expect(await listViolations(page), `${theme} at ${width} px`).toEqual([]);
  }
}
