import puppeteer, { type LaunchOptions, TimeoutError } from 'puppeteer-core';
import { getChromium } from '#scripts/install/get-chromium.ts';
import { getProgram } from '../helpers/programs/programs.ts';
import type { Engine } from './engine.ts';
import { probeScript, readProbe } from './probe.ts';

export async function startChromium(origin: string): Promise<Engine> {
  const options: LaunchOptions = {
    executablePath: await getChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'], // Visitors have a scrollbar.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-gpu',
    ],
  };
  return start(origin, options);
}

/**
 * Firefox through WebDriver BiDi. Playwright 1.65 sends it a command that Debian's Firefox does not know
 * (`emulation.setMediaFeaturesOverride`), and Selenium needs geckodriver, which Debian lacks.
 */
export async function startFirefox(origin: string): Promise<Engine> {
  return start(origin, { browser: 'firefox', executablePath: getProgram('firefox-esr') });
}

async function start(origin: string, options: LaunchOptions): Promise<Engine> {
  const defaultViewport = { width: 1280, height: 900 };
  const browser = await puppeteer.launch({ ...options, defaultViewport });
  const page = await browser.newPage();
  const reported: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) reported.push(`reported: ${message.text()}`);
  });
  page.on('pageerror', (error) => reported.push(`reported: ${error}`));
  await page.evaluateOnNewDocument(probeScript);
  return {
    runFirst: (script) => page.evaluateOnNewDocument(script),
    async open(path) {
      // Puppeteer may miss the events of a page that follows one from the back/forward cache. So a timeout is no
      // failure: the journey waits for what it needs.
      await page
        .goto(origin + path, { waitUntil: 'domcontentloaded', timeout: 3_000 })
        .catch((error: unknown) => {
          if (!(error instanceof TimeoutError)) throw error;
        });
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).click(),
    async choose(selector, label) {
      await page.focus(selector);
      await page.keyboard.type(label); // Selects the option that begins with it.
    },
    type: (selector, text) => page.type(selector, text),
    press: (key) => page.keyboard.press(key),
    async back() {
      await page.evaluate('setTimeout(() => history.back())'); // after the call has ended
    },
    hasBackForwardCache: true,
    readFindings: async () => [reported, await page.evaluate(readProbe)].flat().map(String),
    close: () => browser.close(),
  };
}
