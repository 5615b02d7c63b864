import { expect, test } from 'playwright/test';
import { startLateSite } from '../helpers/late-site.ts';
import { startMailSite } from '../helpers/mail-site.ts';
import { getFirefox, getScreen, getWebKit } from '../helpers/programs.ts';
import { clickInChangedPage, openChangedPage, waitForLateParts } from './disturbed-pages.ts';
import type { Engine } from './engine.ts';
import { takeMainJourney } from './journey.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { startWebKit } from './webkit.ts';

/* What the site does in each engine, one after the other: the main journey, from the form to the captured mail, pages
   whose parts come late, and pages that extensions change. What only the Chromium of today does is what tests/browser/
   is about. */

let site: Awaited<ReturnType<typeof startMailSite>>;
let lateSite: Awaited<ReturnType<typeof startLateSite>>;

test.beforeAll(async () => {
  test.setTimeout(15 * 60_000); // Browsers that are missing are installed.
  for (const install of [getFirefox, getScreen, getWebKit]) await install();
  site = await startMailSite();
  lateSite = await startLateSite();
});
test.afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await lateSite[Symbol.asyncDispose]();
});

/** What browsers of the last years lack, taken away from the Chromium of the main journey. */
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
  Chromium: startChromium,
};

/** What each engine does, on which site, and what it may complain of. */
const visits: readonly {
  readonly promise: string;
  readonly visit: (engine: Engine, name: string) => Promise<void>;
  readonly isLate?: boolean;
  readonly findings?: RegExp;
}[] = [
  {
    promise: 'the main journey goes through and nothing complains',
    async visit(engine, name) {
      if (name === 'Chromium') await engine.runFirst(takeFeaturesAway);
      await takeMainJourney(engine, site);
    },
  },
  {
    promise: 'late parts arrive after the shell, within the policy, and the page is hydrated',
    isLate: true,
    visit: waitForLateParts,
    findings: /^(uncaught|reported): .*Object/,
  },
  {
    promise: 'foreign nodes before hydration cost neither theme nor head nor typed text',
    visit: openChangedPage,
    findings: /React error #418/,
  },
  {
    promise: 'a click after a node was removed or wrapped loads the clicked page, once',
    visit: clickInChangedPage,
  },
];

for (const [name, start] of Object.entries(engines)) {
  for (const { promise, visit, isLate, findings } of visits) {
    test(`${promise} in ${name}`, async () => {
      const engine = await start((isLate ? lateSite : site).origin);
      try {
        await visit(engine, name);
        const found = await engine.readFindings();
        expect(found.filter((each) => !findings?.test(each))).toEqual([]);
      } finally {
        await engine.close();
      }
    });
  }
}
