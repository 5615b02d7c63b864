import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data';
import { expect } from 'playwright/test';
import { supportedBrowsers } from '#client/boot/supported-browsers.ts';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { untilHydrated } from '../helpers/browser/hydrated-page.ts';
import { footerLink } from '../helpers/browser/page-words.ts';
import {
  countTitles,
  itsOptions,
  lastParagraph,
  someEvent,
} from '../helpers/content/some-event.ts';

/* Chromium without the features that older browsers lack (`client/boot/supported-browsers.ts`). */

/* What is younger than the oldest browsers in which our scripts run, by MDN's data. */

/** An interface and one of its members. */
type Member = readonly [owner: string, name: string, isStatic: boolean];

const youngMembers: readonly Member[] = [bcd.api, bcd.javascript['builtins']].flatMap((owners) =>
  listFeatures(owners).flatMap(([owner, interfaceData]) =>
    listFeatures(interfaceData).flatMap(([key, { __compat: compat }]): Member[] => {
      const isMember = /^\w+$/.test(key) && !key.endsWith('_event');
      if (!isMember || !compat || !isYoung(compat.support)) return [];
      return [[owner, key.replace(/_static$/, ''), key.endsWith('_static')]];
    }),
  ),
);

/** Pseudo-classes, without their colon. */
const youngSelectors: readonly string[] = listFeatures(bcd.css['selectors']).flatMap(
  ([name, { __compat: compat }]) => (compat && isYoung(compat.support) ? name : []),
);

test('the site needs nothing that the oldest supported browsers lack', async ({ page }) => {
  const { month, format } = itsOptions;
  await page.addInitScript(removeYoung, { members: youngMembers, selectors: youngSelectors });
  await page.goto('/events');
  await untilHydrated(page);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await page.getByRole('combobox', { name: 'Format' }).selectOption(format);
  const chosen = { month: month.value, format: format.value };
  await expect(page.locator('main').getByRole('status')).toHaveText(countTitles(chosen));
  const card = page.getByRole('article', { name: someEvent.title, exact: true });
  await card.getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog').getByText(lastParagraph)).toBeVisible();
  expect(await page.getByRole('dialog').evaluate((it) => it.matches(':modal'))).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Calendar' }).check();
  await expect(page.getByText(eventsTexts.calendarText)).toBeVisible();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await footerLink(page, 'blog').click();
  await expect(page).toHaveURL('/blog');
  await page.getByLabel('Email address').fill('asha@nowhere');
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(eventsTexts.calendarText)).toBeVisible();
});

/** Runs in the page, before its scripts. */
function removeYoung({
  members,
  selectors,
}: {
  readonly members: typeof youngMembers;
  readonly selectors: typeof youngSelectors;
}) {
  for (const [owner, name, isStatic] of members) {
    const global: unknown = Reflect.get(window, owner);
    if (typeof global !== 'function' || name === owner) continue;
    Reflect.deleteProperty(isStatic ? global : Object(global.prototype), name);
  }
  const young = new RegExp(`(?<!:):(${selectors.join('|')})(?![\\w-])`);
  for (const name of ['matches', 'closest', 'querySelector', 'querySelectorAll'] as const) {
    const own = Element.prototype[name];
    Object.assign(Element.prototype, {
      [name](this: Element, selector: string) {
        if (young.test(selector)) throw new SyntaxError(`${selector} is too young`);
        return Reflect.apply(own, this, [selector]);
      },
    });
  }
}

function listFeatures({ __compat, ...features }: Identifier = {}): [string, Identifier][] {
  return Object.entries(features);
}

function isYoung(support: Partial<Record<string, SupportStatement>>): boolean {
  return Object.entries(supportedBrowsers).some(([browser, oldest]) => {
    const statements = [support[browser] ?? []].flat();
    return !statements.some(
      ({ flags, version_added: added }) =>
        !flags && typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest,
    );
  });
}
