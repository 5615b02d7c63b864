import puppeteer from 'puppeteer-core';
import { getProgram } from '#scripts/find-program.ts';
import type { Engine } from './engine.ts';
import { parseFindings, probeScript, readProbe } from './probe.ts';

/** Firefox without a window, through WebDriver BiDi: Selenium needs geckodriver, which Debian lacks. */
export async function startFirefox(origin: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  const reported: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) reported.push(`reported: ${message.text()}`);
  });
  page.on('pageerror', (error) => reported.push(`reported: ${error}`));
  await page.evaluateOnNewDocument(probeScript);
  return {
    async open(path) {
      // Puppeteer misses the load event of a page that follows one from the back/forward cache.
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).click(),
    async choose(selector, { label }) {
      await page.focus(selector);
      await page.keyboard.type(label); // It finds the option that begins so.
    },
    type: (selector, text) => page.type(selector, text),
    press: (key) => page.keyboard.press(key),
    async back() {
      await page.evaluate('history.back()');
    },
    hasBackForwardCache: true,
    readFindings: async () => [...reported, ...parseFindings(await page.evaluate(readProbe))],
    close: () => browser.close(),
  };
}

/** Installs it when it is missing. */
export function findFirefox(): string {
  return getProgram({
    names: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
    user: 'The test in Firefox',
  });
}
