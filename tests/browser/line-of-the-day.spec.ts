import { expect, type Page } from 'playwright/test';
import { home } from '#shared/content/home.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatDrawingPath } from '#shared/kolam/drawing-files.ts';
import { testOn } from '../helpers/browser/browser-test.ts';
import { isMarked, visit } from '../helpers/browser/hydrated-page.ts';

/* Home around midnight in Berlin. The tests set the clocks of server and browser. An error of hydration is a line in
   the console, and fails the test. */

const [before, after] = ['2026-11-29T22:59:00Z', '2026-11-29T23:01:00Z'];
const [today, tomorrow] = ['2026-11-29', '2026-11-30'];

const test = testOn('tests/helpers/site/site-at.ts');
test.describe.configure({ mode: 'default' }); // These tests run in order, because they share the server's clock.

const setClocks = (page: Page, time: string) =>
  Promise.all([page.request.get(`/clock/${time}`), page.clock.setFixedTime(time)]);

/** The words name the day, and the four drawings, which are loaded, are of that day. */
async function expectDay(page: Page, date: string): Promise<void> {
  await expect(page.getByText(`${home.day.title} ${formatDate(date)}`)).toBeVisible();
  const drawings = page.locator('section[aria-labelledby=headline] use');
  const files = await drawings.evaluateAll((uses) =>
    uses.map((use) => use.getAttribute('href')?.replace(/#.*/, '')),
  );
  expect(new Set(files)).toEqual(new Set([formatDrawingPath(date)]));
  const drawn = drawings.locator('visible=true').first();
  await expect.poll(async () => (await drawn.boundingBox())?.width).toBeGreaterThan(300);
}

test('a click on the name after midnight, and a page that comes back, show the line of the new day', async ({
  page,
}) => {
  await setClocks(page, before);
  await visit(page, '/');
  await expectDay(page, today);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
  await setClocks(page, after);
  await page.getByRole('banner').getByRole('link').first().click();
  await expectDay(page, tomorrow);
  await setClocks(page, '2026-12-01T12:00:00Z');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expectDay(page, '2026-12-01');
  await setClocks(page, '2026-12-02T12:00:00Z');
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expectDay(page, '2026-12-02');
  expect(await isMarked(page)).toBe(true);
});

test('a copy of yesterday hydrates as yesterday, with its line, and is then of today', async ({
  page,
}) => {
  await setClocks(page, before);
  const response = await page.request.get('/');
  const body = await response.body();
  await setClocks(page, after);
  await page.route('/', (route) => route.fulfill({ response, body }));
  const files: string[] = [];
  page.on('response', (each) => {
    const { pathname } = new URL(each.url());
    if (/^\/drawings\/\d/.test(pathname)) files.push(`${each.status()} ${pathname}`);
  });
  await visit(page, '/');
  await expectDay(page, tomorrow);
  expect(files).toEqual([today, tomorrow].map((date) => `200 ${formatDrawingPath(date)}`));
});
