import { expect, type Page } from 'playwright/test';
import { manifesto } from '#shared/content/manifesto.ts';
import { notFound } from '#shared/content/not-found.ts';
import { footerLinks, getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser-test.ts';
import {
  follow,
  holdBack,
  isMarked,
  showOurFonts,
  untilHydrated,
  visit,
} from '../helpers/hydrated-page.ts';
import { footerLink, headings, mainLink } from '../helpers/page-words.ts';
import { listTitles, someEvent } from '../helpers/some-event.ts';

const { title, sentence, action } = notFound;
const readTop = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top);

/** What the head says of the address that is shown; what the main part says, and how it looks. */
async function readPage(page: Page) {
  await showOurFonts(page);
  return page.evaluate(() => {
    const read = (selector: string) =>
      [...document.head.querySelectorAll(selector)].map(
        (each) => each.getAttribute('content') ?? each.getAttribute('href') ?? each.textContent,
      );
    const looks = [...document.querySelectorAll('main :not(dialog, dialog *)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize } = getComputedStyle(element);
      // What closed details hide has no place: Chromium may say the one that it would have.
      const isDrawn = element.checkVisibility();
      const box = isDrawn ? [x, y + window.scrollY, width, height].map(Math.round) : 'hidden';
      // A line is in a document that was loaded, and in a file for one that was not.
      const name = element.localName.replace('use', 'path');
      return `${name} ${box} ${color} ${backgroundColor} ${fontSize}`;
    });
    return {
      title: read('title'),
      description: read('meta[name=description]'),
      canonical: read('link[rel=canonical]'),
      robots: read('meta[name=robots]'),
      preview: read('meta[property^="og:"]').sort(),
      words: document.querySelector('main')?.textContent,
      looks,
    };
  });
}

test('a page reached by a link is as it is when loaded', async ({ page, request, baseURL }) => {
  const addresses = [
    ...footerLinks.map(({ path }) => path),
    ...['/about', '/terms', '/privacy', '/thank-you', `/events?event=${someEvent.slug}`, '/'],
  ];
  const loaded = new Map<string, Awaited<ReturnType<typeof readPage>>>();
  for (const address of addresses) {
    await visit(page, address);
    const read = await readPage(page);
    loaded.set(address, read);
    const image = read.preview.find((each) => each?.endsWith('.png')) ?? '';
    expect((await request.get(image.replace(site.origin, baseURL ?? ''))).headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
  for (const address of addresses) {
    await follow(page, address);
    await expect(page).toHaveURL(address);
    if (!address.includes('?')) await expect(page.locator('main h1')).toBeFocused();
    const { words, looks, ...head } = loaded.get(address) ?? {};
    // A document lists few events behind open details where there are many; a followed link lists them all.
    const cards = looks?.filter((each) => each.startsWith('article ')).length ?? 0;
    const isShort = address.includes('?event=') && cards < listTitles({}).length;
    await expect
      .poll(() => readPage(page), address)
      .toEqual(isShort ? expect.objectContaining(head) : { ...head, words, looks });
  }
  expect(await isMarked(page)).toBe(true);
});

test('a page begins at its top; Back and Forward need no load', async ({ page }) => {
  await visit(page, '/blog');

  await test.step('the first stop of the keyboard leads past the header', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL('/blog');
  });

  await mainLink(page, 'manifesto').click();
  await expect(page.locator('h1')).toHaveText(headings.manifesto);
  for (const width of [1440, 375, 640]) {
    await page.setViewportSize({ width, height: 400 }); // low, as a small window at 200 %
    await scrollTo(page, 1500);
    await expect(mainLink(page, 'blog')).toBeInViewport({ ratio: 1 });
  }
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect());
  expect(header.bottom).toBeLessThan(100);
  await page.setViewportSize({ width: 1280, height: 720 });

  await test.step('a link to the page one is on leads to its top and adds nothing to the history', async () => {
    await footerLink(page, 'manifesto').click();
    await expect.poll(() => readTop(page)).toBe(0);
    await page.goBack();
    await expect(page.locator('h1')).toHaveText(headings.blog);
    await expect(page).toHaveTitle(`${getPageById('blog').title} · ${site.name}`);
    await page.goForward();
    await expect(page.locator('h1')).toHaveText(headings.manifesto);
  });

  await test.step('a new path begins at the top, a new query does not move the page', async () => {
    await scrollTo(page, 2000);
    await footerLink(page, 'events').click();
    await expect(page).toHaveURL('/events');
    const months = page.getByRole('combobox', { name: 'Month' });
    await expect(months).toBeVisible(); // React renders the page after the address has changed.
    expect(await readTop(page)).toBe(0);
    await scrollTo(page, 150);
    await months.selectOption('November');
    await expect(page).toHaveURL('/events?month=november');
    expect(await readTop(page)).toBe(150);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/manifesto');
    await expect.poll(() => readTop(page)).toBe(0);
  });

  await test.step('after a link within the page Back returns to where one was', async () => {
    await follow(page, '/terms');
    await page.locator('nav[aria-label=Contents] a').nth(7).dispatchEvent('click'); // No scrolling.
    await expect(page).toHaveURL(/\/terms#.+/);
    await expect.poll(() => readTop(page)).toBeGreaterThan(300);
    await page.goBack();
    await expect(page).toHaveURL('/terms');
    await expect.poll(() => readTop(page)).toBe(0);
  });

  await test.step('Back to the link of an answer opens it', async () => {
    await follow(page, '/investor-faq');
    await page.locator('summary').last().click();
    await page.getByRole('link', { name: 'Link to this answer' }).last().click();
    await footerLink(page, 'blog').click();
    await page.goBack();
    const answer = page.locator('details').last();
    await expect(answer).toHaveAttribute('open');
    await expect.poll(() => readTop(page)).toBeGreaterThan(300);
    // Within the page, too.
    await page.getByRole('link', { name: 'Link to this answer' }).first().click();
    await page.locator('summary').last().click();
    await expect(answer).not.toHaveAttribute('open');
    await page.goBack();
    await expect(answer).toHaveAttribute('open');
  });
  expect(await isMarked(page)).toBe(true);
});

test('the last of two quick clicks wins; with a modifier it is the browser’s', async ({ page }) => {
  await visit(page, '/');
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

  await test.step('neither the data of an earlier click nor those that come after Back lead anywhere', async () => {
    const [earlier, later] = ['**/page-data/events', '**/page-data/investor-faq'];
    const releaseEarlier = await holdBack(page, earlier);
    const releaseLater = await holdBack(page, later);
    const receive = async (data: string, release: () => void) => {
      const [response] = await Promise.all([page.waitForResponse(data), release()]);
      await response.finished();
      await page.evaluate(() => fetch('/healthz')); // Time for the click to navigate.
    };
    await footerLink(page, 'events').click();
    await footerLink(page, 'investor-faq').click();
    await receive(earlier, releaseEarlier);
    await expect(page).toHaveURL('/blog');
    await page.goBack();
    await receive(later, releaseLater);
    await expect(page).toHaveURL('/');
  });

  const hash = `#${manifesto.sections[2]?.id}`;
  await follow(page, `/manifesto${hash}`);
  await expect(page).toHaveURL(`/manifesto${hash}`);
  const heading = page.locator(hash);
  await expect(heading).toBeFocused();
  const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
  const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect().bottom);
  expect(top).toBeGreaterThanOrEqual(header);
  expect(top).toBeLessThan(300);

  // The last listener of all sees what ours has decided; then nothing may open a tab or a file.
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
    await expect(page).toHaveURL(`/manifesto${hash}`);
  }
  expect(await isMarked(page)).toBe(true);
});

test('the link of the page is marked, also after a click', async ({ page }) => {
  const brand = page.locator('header').getByRole('link', { name: site.name, exact: true });
  const readRule = () => brand.evaluate((link) => getComputedStyle(link, '::after').height);
  await visit(page, '/');
  expect(await readRule()).toBe('3px');
  await mainLink(page, 'blog').click();
  await expect(mainLink(page, 'blog')).toHaveAttribute('aria-current', 'page');
  await expect(footerLink(page, 'blog')).toHaveAttribute('aria-current', 'page');
  await expect(mainLink(page, 'manifesto')).not.toHaveAttribute('aria-current');
  await expect(brand).not.toHaveAttribute('aria-current');
  expect(await readRule()).toBe('0px');
});

test('a page that does not exist is a real 404, which Back and Forward keep', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  expectConsole(/console\.info: 404: no page at \/blog\/anything/);
  await visit(page, '/blog');
  const responded = page.waitForResponse('**/blog/anything');
  await page.evaluate(() => window.location.assign('/blog/anything'));
  expect((await responded).status()).toBe(404);
  await expect(page.getByText(sentence ?? 'a sentence')).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await page.goForward();
  await expect(page.locator('h1')).toHaveText(title);
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.locator('main')).toBeFocused();
  expect(await isMarked(page)).toBe(true); // A 404 is not loaded again.
  await page.getByRole('link', { name: action }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('a page whose link was near needs no request', async ({ page }) => {
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
