import { expect, type Page } from 'playwright/test';
import { pageSizes } from '#shared/paging.ts';
import { testOn } from '../helpers/browser/browser-test.ts';
import { holdBack, isMarked, visit } from '../helpers/browser/hydrated-page.ts';
import { footerLink } from '../helpers/browser/page-words.ts';
import { largeMoment } from '../helpers/content/large-content.ts';

/* The site has two hundred events: the browser receives one page of them and fetches the next. */

const test = testOn('tests/helpers/site/site-at.ts', {
  MOMENT: new Date(largeMoment).toISOString(),
  LARGE: 'yes',
});

test.describe.configure({ mode: 'default' });
test.beforeEach(({ page }) => page.clock.setFixedTime(largeMoment));

const cards = (page: Page) => page.getByRole('article');
const dataOf = (search: string) => `**/page-data/events${search}`;

test('more events replace the list, at an address of their own', async ({ page }) => {
  await visit(page, '/events');
  const first = await cards(page).allTextContents();
  expect(first).toHaveLength(pageSizes.events);
  await page.getByRole('link', { name: 'Show more events' }).scrollIntoViewIfNeeded();
  const bottom = await page.evaluate(() => window.scrollY);
  await page.getByRole('link', { name: 'Show more events' }).click();
  await expect(page).toHaveURL('/events?page=2#events');
  await expect(page).toHaveTitle(/, page 2 /);
  await expect(cards(page).first()).not.toHaveText(first[0] ?? '');
  const count = page.getByRole('status').filter({ hasText: '20 events to come, 180 past' });
  await expect(count).toBeFocused();
  await expect(count).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/events');
  await expect(cards(page)).toHaveText(first);
  expect(await page.evaluate(() => window.scrollY)).toBe(bottom);
  await page.goForward();
  await page.getByRole('link', { name: 'Show previous events' }).click();
  await expect(page).toHaveURL('/events#events');
  await expect(cards(page)).toHaveText(first);
  expect(await isMarked(page)).toBe(true);
});

test('two choices show at once, and their events in one step', async ({ page }) => {
  await visit(page, '/events');
  const release = await holdBack(page, '**/page-data/**');
  const format = page.getByRole('combobox', { name: 'Format' });
  const month = page.getByRole('combobox', { name: 'Month' });
  await format.selectOption('Hybrid');
  await footerLink(page, 'events').click(); // replaces the choice
  await expect(format).toHaveValue('all');
  await format.selectOption('Online');
  await month.selectOption('June');
  await expect(format).toHaveValue('online');
  await expect(month).toHaveValue('june');
  release();
  await expect(page).toHaveURL('/events?month=june&format=online');
  for (const card of await cards(page).all()) await expect(card).toContainText(/Jun/);
  await expect(format).toHaveValue('online');
  expect(await isMarked(page)).toBe(true);
});

test('details opened while a filter loads close to the filtered list', async ({ page }) => {
  await visit(page, '/events');
  const release = await holdBack(page, '**/page-data/**');
  await page.getByRole('combobox', { name: 'Format' }).selectOption('Online');
  await cards(page).first().getByRole('button', { name: 'View Details' }).click();
  release();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL('/events?format=online');
  for (const card of await cards(page).all()) await expect(card).toContainText('Online');
  await page.goBack();
  await expect(page).toHaveURL('/events');
  expect(await isMarked(page)).toBe(true);
});

test('details are fetched when the pointer is on their button, and close to their page of the list', async ({
  page,
}) => {
  await visit(page, '/events?page=3');
  const button = cards(page).nth(5).getByRole('button', { name: 'View Details' });
  const fetched = page.waitForRequest(dataOf('?event=*'));
  await button.hover();
  await fetched;
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(cards(page)).toHaveCount(pageSizes.events);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/events?page=3');
  await expect(button).toBeFocused();
  expect(await isMarked(page)).toBe(true);
  // Details that were loaded open close to that page too.
  await visit(page, `/events?event=${await button.getAttribute('value')}`);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL('/events?page=3');
  await expect(cards(page)).toHaveCount(pageSizes.events);
  await expect(button).toBeFocused();
});

test('offline, details that need data to close stay open; online they close', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.clock.install({ time: largeMoment });
  await visit(page, '/events?page=3');
  const button = cards(page).nth(5).getByRole('button', { name: 'View Details' });
  const address = `/events?event=${await button.getAttribute('value')}`;
  const dialog = page.getByRole('dialog');
  const expectToStayThenClose = async () => {
    await context.setOffline(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape'); // The second Escape closes the element without a cancelable event.
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('You are offline');
    await expect.poll(() => dialog.evaluate((it) => it.matches(':modal'))).toBe(true);
    await expect(page).toHaveURL(address);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Close details' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/events?page=3');
    expect(await isMarked(page)).toBe(true);
  };
  await button.click();
  await expect(dialog).toBeVisible();
  await page.clock.runFor(6 * 60_000); // The list is no longer kept.
  await expectToStayThenClose();
  await visit(page, address);
  await expectToStayThenClose();
  await context.setOffline(true);
  const format = page.getByRole('combobox', { name: 'Format' });
  await format.selectOption('Online');
  await expect(format).toHaveValue('all'); // what is shown, not what was chosen
});

test('the page is loaded where its data are of another version, or missing for a list behind details', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  await visit(page, '/events');
  await page.route(dataOf('?format=hybrid'), (route) =>
    route.fulfill({ json: { pageId: 'events', version: 'another', validFrom: 0 } }),
  );
  await page.getByRole('combobox', { name: 'Format' }).selectOption('hybrid');
  await expect(page).toHaveURL('/events?format=hybrid');
  await expect.poll(() => isMarked(page)).toBe(false);
  await expect(cards(page)).toHaveCount(pageSizes.events);
  const button = cards(page).first().getByRole('button', { name: 'View Details' });
  const event = await button.getAttribute('value');
  await visit(page, '/blog');
  await visit(page, `/events?event=${event}`);
  await page.route('**/page-data/events*', (route) => route.abort());
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/event=/);
  await page.goBack();
  await expect(page).toHaveURL('/blog'); // The closed details left no step in the history.
});
