import { expect, type Page } from 'playwright/test';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { formatTime } from '#shared/dates/format.ts';
import { addClocks, formatVisitorClock } from '#shared/events/clocks.ts';
import type { Event } from '#shared/events/event.ts';
import { testOn } from '../helpers/browser/browser-test.ts';
import { isMarked, visit } from '../helpers/browser/hydrated-page.ts';
import { expectDialogStops } from '../helpers/browser/keyboard-stops.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { sampleEvents } from '../helpers/content/sample-content.ts';

/* A page that stays open while an event begins and ends. The tests set the clocks of server and browser. When data are
   fetched again is in tests/client/data/page-query.test.ts. */

const [first, online] = sampleEvents;
if (!first || !online) throw new Error('The samples have an event in Berlin and one online');
const address = `/events?event=${online.slug}`;
const start = Date.parse(first.startAt);
const end = Date.parse(first.endAt);
const hour = 3_600_000;
const year = 365 * 24 * hour;

const test = testOn('tests/helpers/site/site-at.ts');
test.describe.configure({ mode: 'default' }); // These tests run in order, because they share the server's clock.

const dialogOf = (page: Page, { title }: Event) => page.getByRole('dialog', { name: title });
const cardOf = (page: Page, { title }: Event) =>
  page.getByRole('article', { name: title, exact: true });
const formatUnderWay = ({ endAt }: Event) => `Under way until ${formatTime(endAt)}`;

const setServer = (page: Page, time: number | string) =>
  page.request.get(`/clock/${new Date(time).toISOString()}`);

/** Adds the rules of the build: the browser's code renders its classes, the server of this file those of the sources. */
function addBuiltStyles(href: string): void {
  addEventListener('DOMContentLoaded', () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    document.head.append(link);
  });
}
const { stylesheet } = readAssetManifest('dist');

test.describe('in Auckland', () => {
  const timezoneId = 'Pacific/Auckland'; // On another day, hence in two lines.
  test.use({ timezoneId, viewport: { width: 375, height: 700 }, isMobile: true });
  test('details show the local time of a distant visitor, nothing moves, and Tab stops are visible', async ({
    page,
  }) => {
    await setServer(page, Date.parse(online.startAt) - 1);
    expect(await (await page.request.get(address)).text()).not.toContain('Your time');
    await observeLayoutShifts(page);
    await page.addInitScript(addBuiltStyles, stylesheet);
    await visit(page, address);
    const clock = formatVisitorClock(addClocks(online), timezoneId);
    await expect(dialogOf(page, online)).toContainText(`Your time${clock}`);
    expect(await readLayoutShifts(page)).toEqual([]);
    expect(await expectDialogStops(page)).toBe(8);
  });
});

test('an open page shows at once that an event is under way, and that it has ended', async ({
  page,
}) => {
  await setServer(page, start - hour);
  await page.clock.install({ time: start - hour });
  await visit(page, '/events');
  const card = cardOf(page, first);
  await expect(card.getByText(formatUnderWay(first))).toHaveCount(0);
  await setServer(page, start);
  await page.clock.fastForward(hour + 1);
  await expect(card.getByText(formatUnderWay(first))).toBeVisible();

  await test.step('open details lose their invitation when the event ends', async () => {
    await card.getByRole('button', { name: 'View Details' }).click();
    const dialog = dialogOf(page, first);
    await expect(dialog.getByText('Add to calendar')).toBeVisible();
    await setServer(page, end);
    await page.clock.fastForward(end - start);
    await expect(dialog.getByText('This event has taken place.')).toBeVisible();
    await expect(dialog.getByText('Add to calendar')).toHaveCount(0);
  });
  expect(await isMarked(page)).toBe(true);
});

test("a page that comes back shows the server's time", async ({ page }) => {
  const setClocks = (time: number) =>
    Promise.all([setServer(page, time), page.clock.setFixedTime(time - year)]);
  for (const dispatch of [
    () => window.dispatchEvent(new Event('focus')),
    () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ]) {
    await setClocks(start - hour);
    await visit(page, '/events');
    await expect(cardOf(page, first).getByRole('heading', { level: 2 })).toBeVisible();
    await setClocks(end);
    await page.evaluate(dispatch);
    await expect(cardOf(page, first).getByRole('heading', { level: 3 })).toBeVisible(); // below “Past events”
  }
  expect(await isMarked(page)).toBe(true);
});
