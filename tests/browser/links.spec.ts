import { expect } from 'playwright/test';
import { manifesto } from '#shared/content/manifesto.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { follow, holdBack, isMarked, visit } from '../helpers/browser/hydrated-page.ts';
import { footerLink, headings, mainLink } from '../helpers/browser/page-words.ts';

test('the last of several quick clicks wins', async ({ page }) => {
  await visit(page, '/');

  await test.step('data of the first click that come later do not lead away', async () => {
    const manifestoData = '**/page-data/manifesto';
    await page.route(manifestoData, async (route) => {
      await expect(page).toHaveURL('/blog');
      await route.continue();
    });
    const arrived = page.waitForResponse(manifestoData);
    await mainLink(page, 'manifesto').click();
    await mainLink(page, 'blog').click();
    await arrived;
    await expect(page.locator('h1')).toHaveText(headings.blog);
    await expect(page).toHaveURL('/blog');
  });

  await test.step('data of an earlier click, or data that come after Back, do not lead away', async () => {
    const [earlier, later] = ['**/page-data/events', '**/page-data/investor-faq'];
    const releaseEarlier = await holdBack(page, earlier);
    const releaseLater = await holdBack(page, later);
    const receive = async (data: string, release: () => void) => {
      const [response] = await Promise.all([page.waitForResponse(data), release()]);
      await response.finished();
      await page.evaluate(() => fetch('/healthz')); // time for the click to navigate
    };
    await footerLink(page, 'events').click();
    await footerLink(page, 'investor-faq').click();
    await receive(earlier, releaseEarlier);
    await expect(page).toHaveURL('/blog');
    await page.goBack();
    await receive(later, releaseLater);
    await expect(page).toHaveURL('/');
  });
  expect(await isMarked(page)).toBe(true);
});

const hash = `#${manifesto.sections[2]?.id}`;

test('a hash leads to its heading, below the header, and focuses it', async ({ page }) => {
  await visit(page, '/');
  await follow(page, `/manifesto${hash}`);
  await expect(page).toHaveURL(`/manifesto${hash}`);
  const heading = page.locator(hash);
  await expect(heading).toBeFocused();
  const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect().bottom);
  expect(top).toBeGreaterThanOrEqual(header);
  expect(top).toBeLessThan(300);
  expect(await isMarked(page)).toBe(true);
});

test('a click with a modifier key is left to the browser', async ({ page }) => {
  await visit(page, '/');
  // The last listener sees whether ours has prevented the click; then it prevents a new tab or a download.
  await page.evaluate(() => {
    window.addEventListener('click', (event) => {
      document.documentElement.dataset['prevented'] = String(event.defaultPrevented);
      event.preventDefault();
    });
  });
  for (const key of ['Control', 'Shift', 'Alt', 'Meta'] as const) {
    await page.evaluate(() => delete document.documentElement.dataset['prevented']);
    await mainLink(page, 'blog').click({ modifiers: [key] });
    await expect(page.locator('html')).toHaveAttribute('data-prevented', 'false');
    await expect(page).toHaveURL('/');
  }
  expect(await isMarked(page)).toBe(true);
});

test('a page needs no request after the pointer was on its link', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/');
  const link = mainLink(page, 'blog');
  const data = page.waitForResponse('**/page-data/blog');
  await link.hover();
  await (await data).finished();
  // The next document asks the server again: Chromium's own copy may be an hour old.
  await visit(page, '/');
  const [again] = await Promise.all([page.waitForResponse('**/page-data/blog'), link.hover()]);
  expect(await again.request().allHeaders()).toHaveProperty('if-none-match');
  await again.finished();
  const requests: string[] = [];
  page.on('request', (request) => {
    const isOurs = ['document', 'script', 'fetch'].includes(request.resourceType());
    if (isOurs) requests.push(request.url());
  });
  await link.click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await page.goBack();
  await expect(page.locator('h1')).toContainText(headings.home);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goForward();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  expect(requests).toEqual([]);
});

test('a click with a modifier key on a button that looks like a link opens another tab', async ({
  page,
  context,
}) => {
  await visit(page, '/events');
  const opened = context.waitForEvent('page');
  const button = page.getByRole('button', { name: 'View Details' }).first();
  await button.click({ modifiers: ['Control'] }); // The test of links has the other keys.
  await expect(await opened).toHaveURL(/\/events\?event=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/events');
  expect(await isMarked(page)).toBe(true);
});
