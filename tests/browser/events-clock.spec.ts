import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import { expect, type Page } from 'playwright/test';
import { formatGoogleUrl, formatOutlookUrl } from '#shared/events/calendar-links.ts';
import { formatVisitorClock, listOtherClocks } from '#shared/events/clocks.ts';
import { formatTime } from '#shared/format.ts';
import { programme } from '#shared/programme.ts';
import { site } from '#shared/site.ts';
import { test as base } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, visit } from '../helpers/hydrated-page.ts';
import { expectDialogStops } from '../helpers/keyboard-stops.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/layout-shifts.ts';
import { readPort, withProcess } from '../helpers/start-server.ts';

/* The programme before, during and after an event: on servers whose clock stands still. */

const found = programme.events.find(
  ({ format, timezone }) => format === 'online' && timezone === 'Europe/Berlin',
);
if (!found) throw new Error('These tests need an event online in shared/content/events.ts');
const event = found;
const { slug, title, startAt, endAt, timezone } = event;
const address = `/events?event=${slug}`;

const moments = {
  before: new Date(Date.parse(startAt) - 1).toISOString(),
  during: startAt,
  after: endAt,
} as const;

const test = base.extend<{ moment: keyof typeof moments }, { origins: Map<string, string> }>({
  moment: ['before', { option: true }],
  baseURL: async ({ origins, moment }, use) => use(origins.get(moment)),
  origins: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
    async ({}, use) => {
      const origins = new Map<string, string>();
      const start = async ([name, ...others]: readonly (keyof typeof moments)[]): Promise<void> => {
        if (name === undefined) return use(origins);
        await withProcess(
          { MOMENT: moments[name] },
          async (server) => {
            origins.set(name, `http://127.0.0.1:${await readPort(server)}`);
            await start(others);
          },
          'tests/helpers/site-at.ts',
        );
      };
      await start(['before', 'during', 'after']);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ mode: 'default' });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: title });
const cardOf = (page: Page) => page.getByRole('article', { name: title, exact: true });

const notices = {
  before: undefined,
  during: `Under way until ${formatTime(endAt, timezone)}`,
  after: 'This event has taken place.',
} as const;

for (const moment of ['before', 'during', 'after'] as const) {
  test.describe(moment, () => {
    test.use({ moment });

    test(`${moment} the event, list and details say so, hydrated in silence`, async ({ page }) => {
      await visit(page, '/events');
      const notice = notices[moment];
      const card = cardOf(page);
      const past = page.getByRole('heading', { name: 'Past events' });
      if (notice !== undefined) await expect(card.getByText(notice)).toBeVisible();
      await expect(card.getByRole('heading', { level: moment === 'after' ? 3 : 2 })).toHaveText(
        title,
      );
      if (moment === 'after') await expect(past).toBeVisible();
      await card.getByRole('button', { name: 'View Details' }).click();
      const dialog = dialogOf(page);
      if (notice !== undefined) await expect(dialog.getByText(notice)).toBeVisible();
      const invites = moment === 'after' ? 0 : 1;
      await expect(dialog.getByText('Add to calendar')).toHaveCount(invites);
      await expect(dialog.getByRole('link', { name: /^Request Invite/ })).toHaveCount(invites);
      for (const clock of listOtherClocks(event)) await expect(dialog).toContainText(clock);
    });
  });
}

test.describe('after it', () => {
  test.use({ moment: 'after' });

  test('the details lead to the newsletter', async ({ page }) => {
    await visit(page, address);
    await markDocument(page);
    await dialogOf(page).getByRole('link', { name: 'Stay in the loop' }).click();
    await expect(page).toHaveURL('/#newsletter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Email address')).toBeInViewport();
    expect(await isMarkedDocument(page)).toBe(true);
  });
});

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Auckland', 'Europe/Paris']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test(`a visitor in ${timezoneId} has a clock that fits, and nothing moves for it`, async ({
      page,
    }) => {
      await observeLayoutShifts(page);
      const response = await page.goto(address);
      expect(await response?.text()).not.toContain('Your time');
      await visit(page, address);
      const dialog = dialogOf(page);
      const clock = formatVisitorClock(event, timezoneId);
      if (clock === undefined) await expect(dialog).not.toContainText('Your time');
      else await expect(dialog).toContainText(`Your time${clock}`);
      expect(clock === undefined).toBe(timezoneId === 'Europe/Paris');
      expect(await readLayoutShifts(page)).toEqual([]);
    });
  });
}

test('every stop in the details of an event that is to come can be seen', async ({ page }) => {
  await visit(page, address);
  expect(await expectDialogStops(page)).toBe(8);
});

test('after hydration a calendar file is still a download and no page of ours', async ({
  page,
}) => {
  await visit(page, address);
  await markDocument(page);
  const downloading = page.waitForEvent('download');
  await dialogOf(page).getByRole('link', { name: 'File' }).click();
  expect((await downloading).suggestedFilename()).toBe(`${slug}.ics`);
  expect(await isMarkedDocument(page)).toBe(true);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the details lead to one’s own calendar', async ({ page }) => {
    await page.goto(address);
    const dialog = dialogOf(page);
    for (const [name, href] of [
      ['Google', formatGoogleUrl(event, site)],
      ['Outlook', formatOutlookUrl(event, site)],
    ] as const) {
      const link = dialog.getByRole('link', { name: `${name} (opens in a new tab)` });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'File' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${slug}.ics`);
    const text = await readFile(await download.path(), 'utf8');
    const [read] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    expect(read && new ICAL.Event(read).summary).toBe(title);
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeHidden();
  });
});
