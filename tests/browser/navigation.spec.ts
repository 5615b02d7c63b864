import { expect, type Page } from 'playwright/test';
import { notFound } from '#shared/content/not-found.ts';
import { footerLinks, getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser/browser-test.ts';
import {
  follow,
  isMarked,
  showOurFonts,
  untilHydrated,
  visit,
} from '../helpers/browser/hydrated-page.ts';
import { footerLink, headings, mainLink } from '../helpers/browser/page-words.ts';
import { listTitles, someEvent } from '../helpers/content/some-event.ts';

const { title, action } = notFound;
const readTop = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top);

/** The address in the head, and the text and the computed styles of the main part. */
async function readPage(page: Page) {
  await showOurFonts(page);
  // A drawing of a file has no size until the file has arrived.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main use')].every(
      (use) => !use.checkVisibility() || use.getBoundingClientRect().width > 0,
    ),
  );
  return page.evaluate(() => {
    const read = (selector: string) =>
      [...document.head.querySelectorAll(selector)].map(
        (each) => each.getAttribute('content') ?? each.getAttribute('href') ?? each.textContent,
      );
    // Beside the title a loaded document draws the line over a pale copy of it.
    const shown = 'main :not(dialog, dialog *, h1 + div use:has(+ use))';
    const looks = [...document.querySelectorAll(shown)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize } = getComputedStyle(element);
      // Content of closed details has no box, but Chromium may return the box of the open state.
      const isDrawn = element.checkVisibility();
      const box = isDrawn ? [x, y + window.scrollY, width, height].map(Math.round) : 'hidden';
      // A loaded document contains its lines; a page reached by a link uses those of a file.
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

test('a page reached by a link is the same as when it is loaded', async ({
  page,
  request,
  baseURL,
}) => {
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
    // With many events a document lists few of them behind open details; after a link the page lists all.
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

  await test.step('the first Tab stop skips the header', async () => {
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

  await test.step('a link to the current page scrolls to its top and adds nothing to the history', async () => {
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

  await test.step('after a link within the page Back restores the scroll position', async () => {
    await follow(page, '/terms');
    await page.locator('nav[aria-label=Contents] a').nth(7).dispatchEvent('click'); // The page does not scroll.
    await expect(page).toHaveURL(/\/terms#.+/);
    await expect.poll(() => readTop(page)).toBeGreaterThan(300);
    await page.goBack();
    await expect(page).toHaveURL('/terms');
    await expect.poll(() => readTop(page)).toBe(0);
  });

  await test.step('Back to the link of an answer opens the answer', async () => {
    await follow(page, '/investor-faq');
    await page.locator('summary').last().click();
    await page.getByRole('link', { name: 'Link to this answer' }).last().click();
    await footerLink(page, 'blog').click();
    await page.goBack();
    const answer = page.locator('details').last();
    await expect(answer).toHaveAttribute('open');
    await expect.poll(() => readTop(page)).toBeGreaterThan(300);
    // The same is true for a link within the page.
    await page.getByRole('link', { name: 'Link to this answer' }).first().click();
    await page.locator('summary').last().click();
    await expect(answer).not.toHaveAttribute('open');
    await page.goBack();
    await expect(answer).toHaveAttribute('open');
  });
  expect(await isMarked(page)).toBe(true);
});

test('Back and Forward keep a page that does not exist, and its links work', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  expectConsole(/console\.info: 404: no page at \/blog\/anything/);
  await visit(page, '/blog');
  await page.goto('/blog/anything');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  await page.goForward();
  await expect(page.locator('h1')).toHaveText(title);
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.getByRole('link', { name: action }).click();
  await expect(page).toHaveURL('/');
  expect(await isMarked(page)).toBe(true);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});
