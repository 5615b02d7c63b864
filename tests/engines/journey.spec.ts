import { expect, test } from 'playwright/test';
import { type MailSite, startMailSite } from '../helpers/mail-site.ts';
import { getFirefox, getScreen, getWebKit } from '../helpers/programs.ts';
import type { Engine } from './engine.ts';
import { takeMainJourney } from './journey.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { startWebKit } from './webkit.ts';

/* The main journey in the other engines and in an old one, one after the other, each from the form to the
   captured mail. What the Chromium of today does is what tests/browser/ is about. */

let site: MailSite;

test.beforeAll(async () => {
  test.setTimeout(15 * 60_000); // Browsers that are missing are installed.
  for (const install of [getFirefox, getScreen, getWebKit]) await install();
  site = await startMailSite();
});
test.afterAll(() => site[Symbol.asyncDispose]());

/** What browsers of the last years lack, taken away from one that has it. */
const takeFeaturesAway = `
  delete window.navigation;
  delete window.trustedTypes;
  delete window.requestIdleCallback;
  delete window.scheduler;
  delete Crypto.prototype.randomUUID;
  delete HTMLElement.prototype.popover;
  delete HTMLElement.prototype.showPopover;
  delete HTMLElement.prototype.hidePopover;
  const matches = Element.prototype.matches;
  Element.prototype.matches = function (selector) {
    if (selector.includes(':popover-open')) throw new SyntaxError('unknown: ' + selector);
    return matches.call(this, selector);
  };
`;

const engines: Readonly<Record<string, (origin: string) => Promise<Engine>>> = {
  Firefox: startFirefox,
  WebKit: startWebKit,
  'a Chromium without the features of recent years': (origin) =>
    startChromium(origin, takeFeaturesAway),
};

for (const [name, start] of Object.entries(engines)) {
  test(`the main journey goes through in ${name} and nothing complains`, async () => {
    const engine = await start(site.origin);
    try {
      await takeMainJourney(engine, site);
      expect(await engine.readFindings()).toEqual([]);
    } finally {
      await engine.close();
    }
  });
}
