import { expect, type Page } from 'playwright/test';
import { documentStateId } from '#client/data/document-state.ts';
import { offline } from '#shared/content/offline.ts';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test, testOn } from '../helpers/browser/browser-test.ts';
import { holdBack, isMarked, visit, visitWithClock } from '../helpers/browser/hydrated-page.ts';
import { footerLink, headings, homeLink, mainLink } from '../helpers/browser/page-words.ts';
import { listTitles } from '../helpers/content/some-event.ts';

const entryCode = '**/assets/entry-*.js';
const blogData = '**/page-data/blog';

test('data are fetched when the pointer or the focus is on a link; without them the page is loaded', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  await visit(page, '/');
  await Promise.all([
    page.waitForRequest('**/page-data/events'),
    footerLink(page, 'events').focus(),
  ]);
  await page.route(blogData, (route) => route.abort());
  const link = mainLink(page, 'blog');
  await Promise.all([page.waitForRequest(blogData), link.hover()]);
  await expect(page).toHaveURL('/');
  await link.click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await expect(page).toHaveURL('/blog');
  expect(await isMarked(page)).toBe(false);
});

test('a page without data needs no request, but waits for its styles', async ({
  page,
  context,
}) => {
  const release = await holdBack(page, '**/assets/styles-*.css');
  await visit(page, '/');
  await footerLink(page, 'contact').click();
  await page.evaluate(() => fetch('/healthz')); // time for the click to navigate
  await expect(page).toHaveURL('/');
  release();
  await expect(page.locator('h1')).toHaveText(getPageById('contact').title);
  expect(await isMarked(page)).toBe(true);

  await page.unrouteAll();
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => {
    // Ignores the icon, which Chromium requests again when the head changes, and the embedded page.
    const isOwn = request.resourceType() !== 'other' && request.frame() === page.mainFrame();
    if (isOwn) requests.push(request.url());
  });
  await context.setOffline(true);
  await footerLink(page, 'contact').click();
  await expect(page.locator('h1')).toHaveText(getPageById('contact').title);
  expect(requests).toEqual([]);
  expect(await isMarked(page)).toBe(true);
});

test('a click that another replaced loads nothing when it fails, and one on a stalled network loads the page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  const failing = Promise.withResolvers<void>();
  await page.route('**/page-data/events*', (route) => failing.promise.then(() => route.abort()));
  await visitWithClock(page, '/');
  await footerLink(page, 'events').click();
  await mainLink(page, 'manifesto').click();
  await expect(page.locator('h1')).toHaveText(headings.manifesto);
  const failed = page.waitForEvent('requestfailed');
  failing.resolve();
  await failed;
  await page.evaluate(() => fetch('/healthz')); // time for a load of the document to begin
  await expect(page).toHaveURL('/manifesto');
  expect(await isMarked(page)).toBe(true);

  await page.route('**/page-data/**', () => {});
  await footerLink(page, 'events').click();
  await Promise.all([page.waitForURL('/events'), page.clock.runFor(5000)]);
});

test('without a script or the state the filters have a button and work', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  expectConsole(/uncaught: Failed to fetch dynamically imported/);
  expectConsole(/uncaught: The document has no state/);
  for (const broken of ['**/assets/chunk-*.js', entryCode, '**/events*']) {
    await page.unrouteAll();
    await page.route(broken, async (route) => {
      if (route.request().resourceType() === 'script') return route.abort();
      const response = await route.fetch();
      const body = (await response.text()).replace(`id="${documentStateId}"`, 'id="lost"');
      await route.fulfill({ response, body });
    });
    await page.goto('/events');
    await page.getByRole('combobox', { name: 'Month' }).selectOption('December');
    await page.getByRole('button', { name: 'Show events' }).click();
    await expect(page).toHaveURL(/month=december/);
    await expect(page.getByRole('article')).toHaveCount(listTitles({ month: 'december' }).length);
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeHidden();
  }
});

test('a page that fails in the browser shows a way home', async ({ page, expectConsole }) => {
  expectConsole(/uncaught: The data of page "blog" are missing/);
  await page.route('/blog', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"data":', '"lost":');
    await route.fulfill({ response, body });
  });
  await visit(page, '/blog');
  await expectFailure(page);
  await homeLink(page).click();
  await expect(page.locator('h1')).toContainText(headings.home);
  await mainLink(page, 'blog').click();
  await expectFailure(page);
  expect(await isMarked(page)).toBe(true);
});

/** Expects the text for visitors, with the header of the site, and no text for developers. */
async function expectFailure(page: Page) {
  await expect(page.locator('h1')).toHaveText(headings.failure);
  await expect(page.locator('body')).not.toContainText(/developers|missing|\bat \w+ \(/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // The rules of the failure page are loaded; the head of another page does not have them.
  await expect(page.locator('main div:has(> div > h1)')).toHaveCSS('align-items', 'center');
}

/** Visits the blog and then the contact page, until the data of the blog are no longer kept. */
async function leaveBlog(page: Page) {
  await visitWithClock(page, '/');
  await mainLink(page, 'blog').click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await footerLink(page, 'contact').click();
  await expect(page.locator('h1')).toHaveText(getPageById('contact').title);
  await page.clock.runFor(6 * 60_000);
}

test('the page stays while Back fetches data', async ({ page }) => {
  await leaveBlog(page);
  const release = await holdBack(page, '**/page-data/**');
  await Promise.all([page.waitForRequest('**/page-data/blog'), page.goBack()]);
  await expect(page).toHaveURL('/blog');
  await expect(page.locator('h1')).toHaveText(getPageById('contact').title);
  release();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  expect(await isMarked(page)).toBe(true);
});

test('offline, Back to a page that is no longer cached says so; online it shows the page', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await leaveBlog(page);
  await context.setOffline(true);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText(offline.title);
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('You are offline');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await context.setOffline(false);
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await expect(page).toHaveURL('/blog');
  expect(await isMarked(page)).toBe(false);
});

testOn('tests/helpers/site/site-at.ts', { FAILING_PAGE: 'blog' })(
  'a page that fails on the server is a 500 with the layout of the site, and hydrates without an error',
  async ({ page, expectConsole }) => {
    expectConsole(/status of 500/);
    const [response] = await Promise.all([page.waitForResponse('**/blog'), visit(page, '/blog')]);
    expect(response.status()).toBe(500);
    await expectFailure(page);
    await expect(page).toHaveTitle(`${getPageById('failure').title} · ${site.name}`);
    await page.getByRole('button', { name: 'Theme: follows the system' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await homeLink(page).click();
    await expect(page.locator('h1')).toContainText(headings.home);
    // The failure belongs to the document, not to its address.
    await mainLink(page, 'blog').click();
    await expect(page.locator('h1')).toHaveText(headings.blog);
    expect(await isMarked(page)).toBe(true);
  },
);
