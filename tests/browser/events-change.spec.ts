import { expect, type Page } from 'playwright/test';
import { formatTime } from '#shared/format.ts';
import { programme } from '#shared/programme.ts';
import { test as base } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, visit } from '../helpers/hydrated-page.ts';
import { readPort, withProcess } from '../helpers/start-server.ts';

/* An open page turns by itself when an event begins and ends. The clocks of server and browser are ours. */

const [first] = programme.events; // The order of the file is that of time.
if (!first) throw new Error('These tests need an event in shared/content/events.ts');
const { title, slug, startAt, endAt, timezone } = first;
const start = Date.parse(startAt);
const end = Date.parse(endAt);
const hour = 3_600_000;

const test = base.extend<object, { origin: string }>({
  baseURL: async ({ origin }, use) => use(origin),
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
    async ({}, use) => {
      await withProcess(
        { MOMENT: startAt },
        async (server) => use(`http://127.0.0.1:${await readPort(server)}`),
        'tests/helpers/site-at.ts',
      );
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ mode: 'default' }); // One after the other: they share the server's clock.

const card = (page: Page) => page.getByRole('article', { name: title, exact: true });
const underWay = `Under way until ${formatTime(endAt, timezone)}`;
const over = 'This event has taken place.';
const notices = (page: Page) => page.getByRole('status').filter({ hasText: title });

const setServer = (page: Page, time: number) =>
  page.request.get(`/clock/${new Date(time).toISOString()}`);

/** Counts the requests for data. */
function countRequests(page: Page) {
  const count = { of: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/page-data/')) count.of += 1;
  });
  return count;
}

test('it says at once that an event has begun, with one request, and stays the same document', async ({
  page,
}) => {
  const count = countRequests(page);
  await setServer(page, start - 40 * 24 * hour);
  // The delay is longer than a timer can be: 2^31 ms are 25 days.
  await page.clock.install({ time: start - 40 * 24 * hour });
  await visit(page, '/events');
  await markDocument(page);
  await expect(card(page).getByText(underWay)).toHaveCount(0);
  await page.clock.fastForward(39 * 24 * hour);
  expect(count.of).toBe(0);
  await setServer(page, start);
  await page.clock.fastForward(24 * hour + 1);
  await expect(card(page).getByText(underWay)).toBeVisible();
  await expect(notices(page)).toContainText(`${title} has begun.`);
  await page.clock.fastForward((end - start) / 2);
  expect(count.of).toBe(1);
  expect(await isMarkedDocument(page)).toBe(true);
});

test('open details lose their invitation when the event ends, and say so inside the dialog', async ({
  page,
}) => {
  await setServer(page, end - hour);
  await page.clock.install({ time: end - hour });
  await visit(page, `/events?event=${slug}`);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Add to calendar')).toBeVisible();
  await setServer(page, end);
  await page.clock.fastForward(hour);
  await expect(dialog.getByText(over)).toBeVisible();
  await expect(dialog.getByText('Add to calendar')).toHaveCount(0);
  await expect(dialog.getByText(`${title} has ended.`)).toBeVisible();
});

test('a machine that slept, and a page from the back/forward cache, turn when they are shown', async ({
  page,
}) => {
  await setServer(page, start - hour);
  await page.clock.setFixedTime(start - hour);
  await visit(page, '/events');
  await setServer(page, start);
  await page.clock.setFixedTime(start);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(card(page).getByText(underWay)).toBeVisible();
  await setServer(page, end);
  await page.clock.setFixedTime(end);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow')));
  await expect(card(page).getByText(over)).toBeVisible();
});

test('a copy that a cache has kept too long corrects itself after hydration', async ({ page }) => {
  await setServer(page, start - hour);
  const old = await page.request.get('/events');
  await setServer(page, end);
  await page.clock.setFixedTime(end);
  const count = countRequests(page);
  await page.route('/events', async (route) =>
    route.fulfill({ response: old, body: await old.body() }),
  );
  await visit(page, '/events');
  await expect(card(page).getByText(over)).toBeVisible();
  expect(count.of).toBe(1);
});

test('a server that has nothing newer is not asked again and again', async ({ page }) => {
  await setServer(page, start - hour);
  await page.clock.install({ time: start - hour });
  await visit(page, '/events');
  const stale = await page.request.get('/page-data/events');
  const count = countRequests(page);
  await page.route('**/page-data/events', async (route) =>
    route.fulfill({
      response: stale,
      headers: { ...stale.headers(), date: new Date(start).toUTCString(), age: '60' },
      body: await stale.body(),
    }),
  );
  await page.clock.fastForward(hour);
  await expect.poll(() => count.of).toBe(1);
  await page.clock.fastForward(hour);
  expect(count.of).toBeLessThanOrEqual(2);
});
