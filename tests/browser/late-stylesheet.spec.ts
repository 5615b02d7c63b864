import { expect, type Page } from 'playwright/test';
import { contact } from '#shared/content/contact.ts';
import { failure } from '#shared/content/failure.ts';
import { addClocks, formatVisitorClock } from '#shared/events/clocks.ts';
import { publishedContent } from '#shared/site-content.ts';
import { test, testOn } from '../helpers/browser/browser-test.ts';
import {
  holdBack,
  isMarked,
  untilHydrated,
  visit,
  visitWithClock,
} from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { notice, toasts } from '../helpers/browser/notifications.ts';
import { headings, mainLink } from '../helpers/browser/page-words.ts';

/* The head of a page has the rules of its HTML. What only the browser renders has its rules, too, while the stylesheet
   with all rules is on its way. */

const delayStylesheet = (page: Page) => holdBack(page, '**/assets/styles-*.css');

const hasStylesheet = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].some(({ href }) => href !== null));

test('a tooltip waits for a late stylesheet', async ({ page }) => {
  const release = await delayStylesheet(page);
  await visitWithClock(page, '/contact');
  await page.getByRole('button', { name: /^Theme: / }).hover();
  await page.clock.runFor(700);
  await expect(page.getByRole('tooltip')).toBeHidden();
  release();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expect(page.getByRole('tooltip')).toHaveCSS('border-radius', '10px');
});

test('with a late stylesheet a notice and the loaded contact form have their styles', async ({
  page,
  context,
}) => {
  const release = await delayStylesheet(page);
  await visit(page, '/contact');
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await expect(page.locator('iframe')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await context.setOffline(true);
  await expect(notice(page)).toHaveCSS('border-top-width', '1px');
  await expect(notice(page).locator('..')).toHaveCSS('position', 'fixed');
  await expect(notice(page).locator('button')).toHaveCSS('display', 'grid');
  await expect(notice(page).locator('svg').first()).toHaveCSS('fill', 'none');
  expect(await hasStylesheet(page)).toBe(false);
  release();
});

test('with a late stylesheet the outcome of a form has its styles, and a toast waits for its own', async ({
  page,
}) => {
  const release = await delayStylesheet(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/newsletter', async (route) => {
    await promise;
    await route.fulfill({ json: { outcome: 'invalid' } });
  });
  await visit(page, '/');
  await page.getByLabel('Email address').fill('asha@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const sending = page.getByRole('button', { name: 'Sending' });
  await expect(sending.locator('svg')).toHaveCSS('width', '30px');
  await expect(sending.locator('use').first()).toHaveCSS('opacity', '0.3');
  resolve();
  await expect(page.locator('#newsletter-error')).toHaveCSS('font-weight', '500');
  await expect(page.locator('#newsletter-error svg')).toHaveCSS('fill', 'none');
  expect(await hasStylesheet(page)).toBe(false);
  await expect(toasts(page)).toHaveCount(0);
  release();
  await expect(toasts(page)).toHaveCSS('flex-direction', 'column-reverse');
});

test('with a late stylesheet the page of a failure has its styles', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Cannot read properties/);
  await page.setViewportSize({ width: 375, height: 800 });
  const release = await delayStylesheet(page);
  await page.route('**/blog', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"data":{"pageId":"blog","list":', '$&0,"no":');
    await route.fulfill({ response, body });
  });
  await page.goto('/blog');
  await untilHydrated(page);
  await expect(page.locator('h1')).toHaveText(failure.title);
  await expect(page.locator('main svg')).toHaveCSS('max-width', '220px');
  await expect(page.locator('main svg')).toHaveCSS('stroke-linejoin', 'round');
  await expect(page.locator('main a[href="/"]')).toHaveCSS('display', 'inline-flex');
  await expect(page.locator('main a[href^=mailto]')).toHaveCSS('text-underline-offset', '4px');
  expect(await hasStylesheet(page)).toBe(false);
  release();
});

test('Back after a reload waits for the styles of its page, or until they fail', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: net::ERR_FAILED/);
  const goBackAfterReload = async () => {
    await page.reload({ waitUntil: 'domcontentloaded' });
    await untilHydrated(page);
    await page.goBack();
    await expect(page).toHaveURL('/contact');
  };
  await visit(page, '/contact');
  await mainLink(page, 'blog').click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  const release = await delayStylesheet(page);
  await goBackAfterReload();
  await page.evaluate(() => fetch('/healthz')); // time for the page to be rendered
  await expect(page.locator('h1')).toHaveText(headings.blog);
  release();
  await expect(page.locator('h1')).toHaveText(contact.title);
  expect(await hasStylesheet(page)).toBe(true);
  expect(await isMarked(page)).toBe(true);

  await page.goForward();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await page.route('**/assets/styles-*.css', (route) => route.abort());
  await goBackAfterReload();
  await expect(page.locator('h1')).toHaveText(contact.title);
});

for (const event of publishedContent.programme.events
  .filter(({ format }) => format !== 'offline')
  .slice(0, 1)) {
  const setClock = `const time = ${Date.parse(event.startAt)}, Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [time])) } static now() { return time } }`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(setClock)}`;
  const testThen = testOn('dist/server/index.js', { PORT: '0', NODE_OPTIONS: preload });
  const timezoneId = 'Pacific/Auckland'; // It is another day there, so the time has two lines on a phone.
  testThen.describe('in Auckland', () => {
    testThen.use({ timezoneId, viewport: { width: 375, height: 700 } });

    testThen('with a late stylesheet the visitor’s own time has its styles', async ({ page }) => {
      await observeLayoutShifts(page);
      const release = await delayStylesheet(page);
      await visit(page, `/events?event=${event.slug}`);
      const time = page.getByRole('dialog').locator('dl', { hasText: 'Your time' }).last();
      await expect(time).toContainText(formatVisitorClock(addClocks(event), timezoneId) ?? '–');
      await expect(time).toHaveCSS('column-gap', '12px');
      expect(await readLayoutShifts(page)).toEqual([]); // Its two lines were reserved.
      expect(await hasStylesheet(page)).toBe(false);
      release();
    });
  });
}
