import { chromium } from 'playwright';
import { getChromium } from '#scripts/find-chromium.ts';
import type { Engine } from './engine.ts';
import { parseFindings, probeScript, readProbe } from './probe.ts';

/**
 * Chromium through Playwright.
 *
 * @param without a script that takes features away before anything else runs
 */
export async function startChromium(origin: string, without = ''): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'], // Visitors have one.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-gpu',
    ],
  });
  const page = await browser.newPage();
  const reported: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) reported.push(`reported: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => reported.push(`reported: ${message}`));
  await page.addInitScript(`${probeScript};${without}`);
  return {
    async open(path) {
      await page.goto(origin + path);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).click(),
    async choose(selector, { value }) {
      await page.locator(selector).selectOption(value);
    },
    type: (selector, text) => page.locator(selector).pressSequentially(text),
    press: (key) => page.keyboard.press(key),
    async back() {
      // Not Playwright's `goBack`: it waits for a load, and a page out of the cache has none.
      await page.evaluate('history.back()');
    },
    hasBackForwardCache: true,
    readFindings: async () => [...reported, ...parseFindings(await page.evaluate(readProbe))],
    close: () => browser.close(),
  };
}
