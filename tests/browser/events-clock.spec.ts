import { expect, type Locator, type Page, type Request } from 'playwright/test';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { formatTime } from '#shared/dates/format.ts';
import { addClocks, formatVisitorClock } from '#shared/events/clocks.ts';
import type { Event } from '#shared/events/event.ts';
import { testOn } from '../helpers/browser/browser-test.ts';
import { isMarked, visit } from '../helpers/browser/hydrated-page.ts';
import { expectDialogStops } from '../helpers/browser/keyboard-stops.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { sampleEvents } from '../helpers/content/sample-content.ts';

/* The programme before, during and after an event, and a page that stays open meanwhile. The tests set the clocks of
   server and browser. */

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

test('without events to come the invitation is in the first window, and past details lead to the newsletter', async ({
  page,
}) => {
  await setServer(page, sampleEvents.at(-1)?.endAt ?? '');
  const invitation = page.getByRole('region', { name: eventsTexts.nothingPlanned.title });
  const leaf = page.getByRole('article').first().locator('> [aria-hidden]').first();
  const getEnd = async (part: Locator) => {
    const { y, height } = await getBox(part);
    return y + height;
  };
  await page.setViewportSize({ width: 375, height: 812 });
  await visit(page, '/events');
  expect(await getEnd(invitation.getByRole('heading'))).toBeLessThanOrEqual(812);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await getEnd(invitation)).toBeLessThanOrEqual(900);
  expect((await getBox(leaf)).y).toBeLessThan(890);
  // The day of the month has the colour of the weekday.
  const quiet = await leaf
    .locator('span')
    .last()
    .evaluate((it) => getComputedStyle(it).color);
  await expect(leaf.locator('> div')).toHaveCSS('color', quiet);

  await cardOf(page, online).getByRole('button', { name: 'View Details' }).click();
  await dialogOf(page, online).getByRole('link', { name: eventsTexts.newsletter.title }).click();
  await expect(page).toHaveURL('/#newsletter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Email address')).toBeInViewport();
  expect(await isMarked(page)).toBe(true);
});

/** Adds the rules of the build: the browser's code renders its classes, the server of this file those of the sources. */
function addBuiltStyles(href: string): void {
  addEventListener('DOMContentLoaded', () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    document.head.append(link);
  });
}
const { stylesheet } = readAssetManifest('dist');

for (const [timezoneId, width, isMobile] of [
  ['America/Los_Angeles', 1280, false],
  ['Pacific/Auckland', 375, true], // on another day, in two lines
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId, viewport: { width, height: 700 }, isMobile });
    test('details show the local time of a distant visitor, and nothing moves', async ({
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
    });
  });
}

test('every Tab stop of the details is visible', async ({ page }) => {
  await setServer(page, Date.parse(online.startAt) - 1);
  await visit(page, address);
  expect(await expectDialogStops(page)).toBe(8);
});

/** Counts the requests for data, and their responses. */
function countRequests(page: Page) {
  const count = { of: 0, finished: 0 };
  const isForData = (request: Request) => request.url().includes('/page-data/');
  page.on('request', (request) => {
    if (isForData(request)) count.of += 1;
  });
  page.on('requestfinished', (request) => {
    if (isForData(request)) count.finished += 1;
  });
  return count;
}

/** Waits until the requests that have begun are finished, and the page has read the responses. */
async function settle(page: Page, count: ReturnType<typeof countRequests>) {
  const askServer = () => page.evaluate(async () => (await fetch('/healthz')).text());
  await askServer();
  await expect.poll(() => count.finished).toBe(count.of);
  await askServer();
}

test('an open page shows at once that an event is under way, without earlier requests', async ({
  page,
}) => {
  const day = 24 * hour;
  const count = countRequests(page);
  await setServer(page, start - 40 * day);
  // The delay exceeds the longest timer: 2^31 ms are 25 days.
  await page.clock.install({ time: start - 40 * day });
  await visit(page, '/events');
  const card = cardOf(page, first);
  await expect(card.getByText(formatUnderWay(first))).toHaveCount(0);
  // The longest timer ends.
  const asked = page.waitForResponse('**/page-data/events');
  await setServer(page, start - day);
  await page.clock.fastForward(39 * day);
  await (await asked).finished();
  await page.evaluate(() => fetch('/healthz')); // time for the response
  expect(count.of).toBe(1);
  await setServer(page, start);
  await page.clock.fastForward(day + 1);
  await expect(card.getByText(formatUnderWay(first))).toBeVisible();
  const half = (end - start) / 2;
  await setServer(page, start + half);
  await page.clock.fastForward(half);
  expect(count.of).toBe(2);

  await test.step('open details lose their invitation when the event ends', async () => {
    await card.getByRole('button', { name: 'View Details' }).click();
    const dialog = dialogOf(page, first);
    await expect(dialog.getByText('Add to calendar')).toBeVisible();
    await setServer(page, end);
    await page.clock.fastForward(half);
    await expect(dialog.getByText('This event has taken place.')).toBeVisible();
    await expect(dialog.getByText('Add to calendar')).toHaveCount(0);
  });
  expect(await isMarked(page)).toBe(true);
});

const comeBack = {
  shown: () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  focused: () => window.dispatchEvent(new Event('focus')),
  restored: () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
};

test("where the visitor's clock is a year behind, a page that comes back and a new response show the server's time", async ({
  page,
}) => {
  const setClocks = (time: number) =>
    Promise.all([setServer(page, time), page.clock.setFixedTime(time - year)]);
  const expectPast = () =>
    expect(cardOf(page, first).getByRole('heading', { level: 3 })).toBeVisible(); // below “Past events”
  for (const [event, dispatch] of Object.entries(comeBack)) {
    await test.step(event, async () => {
      await setClocks(start - hour);
      await visit(page, '/events');
      await expect(cardOf(page, first).getByRole('heading', { level: 2 })).toBeVisible();
      await setClocks(end);
      await page.evaluate(dispatch);
      await expectPast();
    });
  }

  await test.step('the list is as new as the details that have closed', async () => {
    await setClocks(start - hour);
    await visit(page, '/events');
    await setClocks(end);
    await cardOf(page, online).getByRole('button', { name: 'View Details' }).click();
    await expectPast();
    await page.getByRole('button', { name: 'Close details' }).click();
    await expect(page).toHaveURL('/events');
    await expectPast();
  });
  expect(await isMarked(page)).toBe(true);
});

test('an outdated copy from a cache is updated after hydration', async ({ page }) => {
  await setServer(page, start - hour);
  const response = await page.request.get('/events');
  const body = await response.body();
  await Promise.all([setServer(page, end), page.clock.setFixedTime(end)]);
  const count = countRequests(page);
  await page.route('/events', (route) => route.fulfill({ response, body }));
  await visit(page, '/events');
  await expect(cardOf(page, first).getByRole('heading', { level: 3 })).toBeVisible();
  expect(count.of).toBe(1);
});

test('a server whose clock is a year behind gets a request a minute until its event begins', async ({
  page,
}) => {
  await setServer(page, start - hour);
  await page.clock.install({ time: start - hour + year });
  const count = countRequests(page);
  await visit(page, '/events');
  await page.clock.pauseAt(start - hour / 2 + year); // Otherwise time passes on a busy machine.
  await expect.poll(() => count.of).toBeGreaterThan(0);
  await settle(page, count);
  const before = count.of;
  for (let round = 0; round < 12; round += 1) {
    await page.clock.fastForward(15_000); // fires each timer once at most
    await settle(page, count);
  }
  expect(count.of - before).toBe(3);
  await setServer(page, start);
  await page.clock.fastForward(60_000);
  await page.clock.resume(); // TanStack Query tells React in a timer.
  await expect(cardOf(page, first).getByText(formatUnderWay(first))).toBeVisible();
});
