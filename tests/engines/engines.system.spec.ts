import { expect, test } from 'playwright/test';
import { startMailSite } from '../helpers/newsletter/mail-site.ts';
import { clickInChangedPage, openChangedPage } from './disturbed-pages.ts';
import type { Engine } from './engine.ts';
import { takeMainJourney } from './journey.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { startWebKit } from './webkit.ts';

/* The site in each engine, one after the other: the main journey, from the form to the captured mail, and
   pages that extensions change. Tests for the current Chromium only are in tests/browser/. */

let site: Awaited<ReturnType<typeof startMailSite>>;

test.beforeAll(async () => {
  site = await startMailSite();
});
test.afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

/** Runs a visit in a browser. Fails if the browser reports anything except `findings`. */
async function visitIn(
  starting: Promise<Engine>,
  visit: (engine: Engine) => Promise<void>,
  findings?: RegExp,
) {
  const engine = await starting;
  try {
    await visit(engine);
    const found = await engine.readFindings();
    expect(found.filter((each) => !findings?.test(each))).toEqual([]);
  } finally {
    await engine.close();
  }
}

const engines = { Firefox: startFirefox, WebKit: startWebKit, Chromium: startChromium };
for (const [name, start] of Object.entries(engines)) {
  test(`the main journey works in ${name}, without an error or a warning`, () =>
    visitIn(start(site.origin), (engine) => takeMainJourney(engine, site)));

  test(`foreign nodes before hydration change neither theme nor head nor typed text in ${name}`, () =>
    visitIn(start(site.origin), openChangedPage, /React error #418/));

  test(`a click after a node was removed or wrapped loads the clicked page once in ${name}`, () =>
    // The failure page may be left before its drawing is loaded.
    visitIn(start(site.origin), clickInChangedPage, /^not loaded: \/drawings\/emblem-failure/));
}
