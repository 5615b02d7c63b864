import { expect, type Page, type Route } from 'playwright/test';
import { notFound } from '#shared/content/not-found.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { holdBack, untilHydrated, visit } from '../helpers/browser/hydrated-page.ts';
import { headings, mainLink } from '../helpers/browser/page-words.ts';
import { someEvent } from '../helpers/content/some-event.ts';

/* The document in the browser is not the one of the address that the browser shows. */

const entryCode = '**/assets/entry-*.js';

test('an address that changes before hydration shows its page', async ({ page }) => {
  const documents = countDocuments(page);
  await visit(page, '/');
  await mainLink(page, 'blog').click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await visit(page, '/about');
  const release = await holdBack(page, entryCode);
  await Promise.all([page.waitForRequest(entryCode), page.goBack({ waitUntil: 'commit' })]);
  await page.evaluate(() => window.history.back()); // to `/`, in the same document
  await expect(page).toHaveURL('/');
  release();
  await expect(page.locator('main h1')).toContainText(headings.home);
  await untilHydrated(page);
  await expect(page).toHaveURL('/');
  expect(documents()).toBe(3); // two visits and Back
});

test('a user name in the address, or a script that changes a parameter which no page knows, loads nothing again', async ({
  page,
  baseURL,
}) => {
  const documents = countDocuments(page);
  await visit(page, `${baseURL?.replace('//', '//user:password@')}/events?utm_source=mail`);
  await mainLink(page, 'blog').click(); // Its data cannot be fetched from a relative address.
  await expect(page.locator('h1')).toHaveText(headings.blog);
  expect(documents()).toBe(1);
  const release = await holdBack(page, entryCode);
  await page.goto('/?utm_source=mail#newsletter', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Email address' }).fill('a@b.example');
  await page.evaluate(() => window.history.replaceState(null, '', '/?consent=yes'));
  release();
  await untilHydrated(page);
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('a@b.example');
  await expect(page).toHaveURL('/?consent=yes');
  expect(documents()).toBe(2);
});

test('behind a cache that ignores queries, an open event is fetched; if that fails too, the list stays at its address', async ({
  page,
}) => {
  const documents = countDocuments(page);
  const { slug, title } = someEvent;
  const ignoreQuery = async (route: Route) => {
    const { origin, pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: origin + pathname }) });
  };
  await page.route(/:\d+\/events\?/, ignoreQuery);
  await visit(page, `/events?event=${slug}`);
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(page).toHaveURL(`/events?event=${slug}`);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL('/events');
  await page.locator(`button[value=${slug}]`).click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  expect(documents()).toBe(1);

  await page.route('**/page-data/events?*', ignoreQuery);
  await visit(page, `/events?event=${slug}`);
  await expect(page).toHaveURL('/events');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => fetch('/healthz')); // time for a load of the document to begin
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(documents()).toBe(2);
});

test('a copy of a page at another path, such as in an archive, stays as the server rendered it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  const documents: string[] = [];
  await page.route('**/archive/2026/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    documents.push(pathname + search);
    const url = new URL(pathname.replace('/archive/2026', '') + search, route.request().url());
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  for (const path of ['/about', '/events', '/no-such-page'] as const) {
    await page.goto(`/archive/2026${path}`);
    // A page without an address of its own hydrates at any path.
    if (path === '/no-such-page') await untilHydrated(page);
    else await expect(page.locator('html')).toHaveAttribute('data-script', 'failed');
    const isMissing = (await page.locator('h1').textContent()) === notFound.title;
    expect(isMissing).toBe(path === '/no-such-page');
  }
  expect(documents).toHaveLength(3); // no reload
});

/** Returns a function that counts the documents that the page has requested since. */
function countDocuments(page: Page) {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}
