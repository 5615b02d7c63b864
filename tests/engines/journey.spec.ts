import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { type RunningSite, startSite } from '#scripts/start-site.ts';
import { waitForMail } from '../helpers/captured-mail.ts';
import { readLink } from '../helpers/smtp.ts';
import type { Engine } from './engine.ts';
import { takeMainJourney } from './journey.ts';
import { findFirefox, startChromium, startFirefox } from './puppeteer.ts';
import { findWebKit, startWebKit } from './webkit.ts';

/* The main journey in every engine, one after the other, each from the form to the captured mail. */

let folder: string;
let site: RunningSite;

test.beforeAll(async () => {
  test.setTimeout(15 * 60_000); // Browsers that are missing are installed.
  findFirefox();
  findWebKit();
  folder = await mkdtemp(join(tmpdir(), 'engines-'));
  site = await startSite({ MAIL: 'capture', DATA_DIR: folder, LIMIT_PER_NETWORK: '1000' });
});

test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

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
  Chromium: (origin) => startChromium(origin),
  Firefox: startFirefox,
  WebKit: startWebKit,
  'an engine without the features of recent years': (origin) =>
    startChromium(origin, takeFeaturesAway),
};

for (const [name, start] of Object.entries(engines)) {
  test(`the main journey goes through in ${name} and nothing complains`, async () => {
    const engine = await start(site.origin);
    try {
      await takeMainJourney({
        engine,
        email: `${name.replaceAll(' ', '-').toLowerCase()}@example.com`,
        findConfirmLink: async (email) => readLink(await waitForMail(folder, email), 'confirm'),
      });
      expect(await engine.readFindings()).toEqual([]);
    } finally {
      await engine.close();
    }
  });
}
