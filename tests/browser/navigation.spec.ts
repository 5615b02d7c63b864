import { expect, type Page } from 'playwright/test';
import { describeHead } from '#shared/head.ts';
import { footerLinks } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { addressedRows } from '../helpers/page-rows.ts';

test.use({ reducedMotion: 'reduce' });

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const footerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name });

/** A link that no page of ours has, at the beginning of the text. */
async function addLink(page: Page, href: string) {
  await page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = 'A link of the test';
    document.querySelector('main')?.prepend(link);
  }, href);
  return page.getByRole('link', { name: 'A link of the test' });
}

test('a link changes page, address, title, description and canonical address without a load', async ({
  page,
}) => {
  await visit(page, '/');
  await markDocument(page);
  const paths = footerLinks.map(({ path }) => path);
  for (const path of ['/about', '/', ...paths, '/terms', '/privacy']) {
    const row = addressedRows.find((each) => each.path === path);
    if (!row) throw new Error(`No row for ${path}`);
    await page.locator(`a[href='${path}']`).first().click();
    await expect(page).toHaveURL(path);
    const head = describeHead(row, site);
    await expect(page).toHaveTitle(head.title);
    const description = page.locator('meta[name=description]');
    await expect(description).toHaveAttribute('content', head.description);
    const canonical = page.locator('link[rel=canonical]');
    await expect(canonical).toHaveAttribute('href', head.canonical ?? '');
    await expect(page.locator('main h1')).toHaveCount(1);
    await expect(page.locator('main h1')).toBeFocused();
  }
  expect(await isMarkedDocument(page)).toBe(true);
});

test('a page reached by a link looks like the same page loaded', async ({ page }) => {
  const measure = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, fontSize } = getComputedStyle(element);
        const box = [x, y + window.scrollY, width, height].map(Math.round);
        return `${element.tagName} ${box} ${color} ${backgroundColor} ${fontSize}`;
      }),
    );
  await visit(page, '/thank-you');
  for (const { path } of [...footerLinks, { path: '/' }]) {
    await page.locator(`a[href='${path}']`).first().click();
    await expect(page).toHaveURL(path);
    await page.evaluate(() => document.fonts.ready);
    const reached = await measure();
    await visit(page, path);
    await page.evaluate(() => document.fonts.ready);
    expect(reached).toEqual(await measure());
  }
});

test('a new path begins at the top, a new query does not move the page', async ({ page }) => {
  await visit(page, '/manifesto');
  await page.evaluate(() => window.scrollTo(0, 2000));
  await footerLink(page, 'Events').click();
  await expect(page).toHaveURL('/events');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.evaluate(() => window.scrollTo(0, 150));
  await page.getByRole('combobox', { name: 'Month' }).selectOption('November');
  await expect(page).toHaveURL('/events?month=november');
  expect(await page.evaluate(() => window.scrollY)).toBe(150);

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/manifesto');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('the browser restores no position within the document, whichever entry the page was left from', async ({
  page,
}) => {
  await visit(page, '/blog');
  await mainLink(page, 'Manifesto').click();
  await expect(page.locator('h1')).toHaveText('Manifesto');
  await page.goto('/healthz');
  await page.evaluate(() => window.history.go(-2));
  await expect(page).toHaveURL('/blog');
  await untilHydrated(page);
  await markDocument(page);
  await page.goForward();
  await expect(page.locator('h1')).toHaveText('Manifesto');
  expect(await isMarkedDocument(page)).toBe(true);
  expect(await page.evaluate(() => window.history.scrollRestoration)).toBe('manual');
});

test("a click with a modifier key is the browser's own", async ({ page }) => {
  await visit(page, '/');
  // The last listener of all sees what ours has decided; then nothing may open a tab or a file.
  await page.evaluate(() => {
    window.addEventListener('click', (event) => {
      document.documentElement.dataset['prevented'] = String(event.defaultPrevented);
      event.preventDefault();
    });
  });
  for (const key of ['Control', 'Shift', 'Alt', 'Meta'] as const) {
    await page.evaluate(() => delete document.documentElement.dataset['prevented']);
    await mainLink(page, 'Blog').click({ modifiers: [key] });
    await expect(page.locator('html')).toHaveAttribute('data-prevented', 'false');
    await expect(page).toHaveURL('/');
  }
});

test('a link to the page one is on goes to its top and adds nothing to the history', async ({
  page,
}) => {
  await visit(page, '/blog');
  await mainLink(page, 'Manifesto').click();
  await expect(page).toHaveURL('/manifesto');
  await page.evaluate(() => window.scrollTo(0, 1500));
  await footerLink(page, 'Manifesto').click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  // Back and Forward need no load either.
  await markDocument(page);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await expect(page.locator('h1')).toHaveText('Blog');
  await expect(page).toHaveTitle(/^Blog/);
  await page.goForward();
  await expect(page.locator('h1')).toHaveText('Manifesto');
  expect(await isMarkedDocument(page)).toBe(true);
});

test('the active link is found by path prefix, Home only exactly', async ({
  page,
  expectConsole,
}) => {
  const brand = page.locator('header').getByRole('link', { name: site.name, exact: true });
  await visit(page, '/');
  await expect(brand).toHaveAttribute('aria-current', 'page');
  await mainLink(page, 'Blog').click();
  await expect(mainLink(page, 'Blog')).toHaveAttribute('aria-current', 'page');
  await expect(footerLink(page, 'Blog')).toHaveAttribute('aria-current', 'page');
  await expect(mainLink(page, 'Manifesto')).not.toHaveAttribute('aria-current');
  await expect(brand).not.toHaveAttribute('aria-current');

  expectConsole(/status of 404/);
  expectConsole(/console\.info: 404: no page at \/blog\/anything/);
  await visit(page, '/blog/anything');
  await expect(mainLink(page, 'Blog')).toHaveAttribute('aria-current', 'true');
  await expect(brand).not.toHaveAttribute('aria-current');
});

test('the first stop of the keyboard leads past the header', async ({ page }) => {
  await visit(page, '/blog');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('a link to a heading of another page arrives at that heading', async ({ page }) => {
  await visit(page, '/');
  await markDocument(page);
  await (await addLink(page, '/manifesto#our-promise')).click();
  await expect(page).toHaveURL('/manifesto#our-promise');
  const heading = page.locator('#our-promise');
  await expect(heading).toBeFocused();
  const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect().bottom);
  expect(top).toBeGreaterThanOrEqual(header);
  expect(top).toBeLessThan(300);
  expect(await isMarkedDocument(page)).toBe(true);
});

test('a link within the page keeps the document, and Back returns to where one was', async ({
  page,
}) => {
  await visit(page, '/terms');
  await markDocument(page);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(7).click();
  await expect(page).toHaveURL(/\/terms#.+/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  await page.goBack();
  await expect(page).toHaveURL('/terms');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await isMarkedDocument(page)).toBe(true);
});

test('a link to an unknown page of the site is loaded and is a real 404', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  expectConsole(/console\.info: 404: no page at \/events\/anything/);
  await visit(page, '/');
  await markDocument(page);
  const responded = page.waitForResponse('**/events/anything');
  await (await addLink(page, '/events/anything')).click();
  expect((await responded).status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  expect(await isMarkedDocument(page)).toBe(false);
  await page.goBack();
  await expect(page.locator('h1')).toContainText('Backing Indian Art');
  await page.goForward();
  await expect(page.locator('h1')).toHaveText('404');
});

test('the way home from the not-found page needs no load', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  expectConsole(/console\.info: 404/);
  await visit(page, '/nowhere');
  await markDocument(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  expect(await isMarkedDocument(page)).toBe(true);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('404');
});

test('the last of two quick clicks wins', async ({ page }) => {
  await visit(page, '/');
  await page.route('**/assets/manifesto-page-*.js', async (route) => {
    await expect(page).toHaveURL('/blog');
    await route.continue();
  });
  const arrived = page.waitForResponse('**/assets/manifesto-page-*.js');
  await mainLink(page, 'Manifesto').click();
  await mainLink(page, 'Blog').click();
  await arrived;
  await expect(page.locator('h1')).toHaveText('Blog');
  await expect(page).toHaveURL('/blog');
});

test('a page whose link was near is shown within the click; Back and Forward ask for nothing', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/');
  const link = mainLink(page, 'Blog');
  const code = page.waitForResponse('**/assets/blog-page-*.js');
  const data = page.waitForResponse('**/page-data/blog');
  await link.hover();
  await (await data).finished();
  await page.evaluate(`import('${(await code).url()}')`);

  const requests: string[] = [];
  page.on('request', (request) => {
    const isOurs = ['document', 'script', 'fetch'].includes(request.resourceType());
    if (isOurs) requests.push(request.url());
  });
  // Read in the task of the click, before anything could have been waited for.
  const clicked = await link.evaluate((element: HTMLElement) => {
    element.click();
    return document.querySelector('h1')?.textContent;
  });
  expect(clicked).toBe('Blog');
  for (const [steps, heading] of [
    [-1, 'Backing Indian Art'],
    [1, 'Blog'],
  ] as const) {
    const shown = await page.evaluate((by) => {
      const { promise, resolve } = Promise.withResolvers<string | null | undefined>();
      // After the listener of the navigation, in the same task.
      window.addEventListener(
        'popstate',
        () => resolve(document.querySelector('h1')?.textContent),
        { once: true },
      );
      window.history.go(by);
      return promise;
    }, steps);
    expect(shown).toContain(heading);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
  expect(requests).toEqual([]);
});
