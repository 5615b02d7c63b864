import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { showTheme } from './keyboard-stops.ts';

/** The rules whose result a theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Nothing but violations: neither what passes nor the style sheets, which no rule here reads. */
const options = { resultTypes: ['violations' as const], preload: false };

/** What axe finds, each as its rule and the elements that break it. */
export async function findViolations(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  // Legacy mode: otherwise axe opens another window for every run. Frames are rows of their own.
  const axe = new AxeBuilder({ page }).options(options).setLegacyMode();
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ''}`);
    return `${id}: ${help}\n${elements.join('\n')}`;
  });
}

/** Runs axe in both themes, by default on a phone and on a wide screen. */
export async function expectNoViolations(
  page: Page,
  widths: readonly number[] = [375, 1440],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [theme, rules] of [
      ['light', []],
      ['dark', colourRules],
    ] as const) {
      await showTheme(page, theme);
      expect(await findViolations(page, rules), `${theme} at ${width} px`).toEqual([]);
    }
  }
}
