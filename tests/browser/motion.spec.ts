import { expect } from 'playwright/test';
import {
  readAnimations,
  readMotion,
  readMovedSections,
  recordMotion,
} from '../helpers/browser/animations.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { scrollToEnd, visit } from '../helpers/browser/hydrated-page.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';
import { footerLink, headings, mainLink } from '../helpers/browser/page-words.ts';

test.use({ reducedMotion: 'no-preference' });

/** 24 pixels below the final position. */
const lower = 'matrix(1, 0, 0, 1, 0, 24)';

test('what was painted stays in place, and sections below the window rise once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 2000 });
  await visit(page, '/');
  const sections = page.locator('main [data-reveal]');
  const readStart = (element: Element) => element.outerHTML.slice(0, 100);
  expect(await readMovedSections(page)).not.toContain(await sections.first().evaluate(readStart));
  await expect(sections.first()).toHaveCSS('transform', 'none');

  // The line of the first window is drawn once, over a line that is already visible.
  const line = page.locator('main section').first().locator('svg use').filter({ visible: true });
  await expect(line).toHaveCount(3); // and its dots
  await expect(line.nth(1)).toHaveCSS('animation-duration', '1.4s');
  await expect(line.first()).toHaveCSS('animation-name', 'none');

  const last = sections.last();
  await expect(last).toHaveCSS('transform', lower);
  // Sections below the window are visible, for example in a picture of the whole page.
  for (const section of await sections.all()) await expect(section).toHaveCSS('opacity', '1');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveCSS('transform', 'none');
  await expect.poll(() => last.getAttribute('style')).toBeFalsy();
  await page.evaluate(() => window.scrollTo(0, 0));
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveCSS('transform', 'none');
  expect(await last.getAttribute('style')).toBeFalsy();
  // The sections in between may still be moving.
  await expect.poll(() => readAnimations(page)).toEqual([]);

  await test.step('neither print nor a window of another shape draws the line again', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 680, height: 960 }); // a sheet
    await page.emulateMedia({ media: null });
    expect(await readAnimations(page)).toEqual([]);
    for (const width of [1280, 1920, 2560, 1280]) {
      await page.setViewportSize({ width, height: 2000 });
      expect(await readAnimations(page), `${width} px`).toEqual([]);
    }
  });

  await mainLink(page, 'blog').click();
  await expect(page).toHaveURL('/blog');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goBack();
  await expect(page.locator('h1')).toContainText(headings.home);
  await scrollToEnd(page);
  await expect.poll(() => readMovedSections(page)).toEqual([]);
});

test('a section is in its position also if a busy page receives its observations together', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const reports: (() => void)[] = [];
    Reflect.set(window, 'report', () => reports.splice(0).map((report) => report()).length);
    const Observer = window.IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const gathered: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          if (gathered.push(...entries) === entries.length)
            reports.push(() => callback(gathered.splice(0), observer));
        }, options);
      }
    };
  });
  await visit(page, '/manifesto');
  // Entries are gathered while the sections are below the window, and again when they are in it.
  const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';
  await page.evaluate(nextFrame);
  await scrollToEnd(page);
  await page.evaluate(nextFrame);
  expect(await page.evaluate('report()')).toBeGreaterThan(0);
  await expect.poll(() => readMovedSections(page)).toEqual([]);
});

test('nothing is out of place on paper and after a jump to the end', async ({ page }) => {
  await recordMotion(page);
  await visit(page, '/manifesto');
  const last = page.locator('[data-reveal]').last();
  await expect(last).toHaveCSS('transform', lower);
  await page.emulateMedia({ media: 'print' });
  await expect(last).toHaveCSS('transform', 'none');
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => readMovedSections(page)).toEqual([]);
  await expect.poll(() => readAnimations(page)).toEqual([]);

  await test.step('with reduced motion nothing moves when a link changes the page', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const before = await readMotion(page);
    await footerLink(page, 'events').click();
    await expect(page.locator('h1')).toHaveText('Events & Opportunities');
    expect(await readAnimations(page, { scrolling: true })).toEqual([]);
    expect(await readMotion(page)).toEqual(before);
  });
});

test('the line of the manifesto is coloured as far as it has been read, completely at the last sentence', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/manifesto');
  const header = page.locator('header');
  const line = header.locator('div:last-child > svg');
  const readUncoloured = () =>
    line
      .locator('use')
      .last()
      .evaluate((use) => Number(/\d+/.exec(getComputedStyle(use).clipPath.split(' ')[1] ?? '')));
  await expect.poll(readUncoloured).toBe(100);
  const end = line.locator('path').last();
  const scrollToLastSentence = () =>
    page
      .locator('main section[aria-labelledby] p')
      .last()
      .evaluate((sentence) => {
        const { bottom } = sentence.getBoundingClientRect();
        window.scrollBy(0, bottom - window.innerHeight / 2);
      });
  await page.evaluate(() => document.querySelector('main section')?.scrollIntoView());
  await expect.poll(readUncoloured).toBeGreaterThan(98);
  await expect(end).toHaveCSS('visibility', 'hidden');
  await scrollToLastSentence();
  await expect.poll(readUncoloured).toBe(0);
  await expect(end).toHaveCSS('visibility', 'visible');
  const { y, height } = await getBox(header);
  const strip = await getBox(line);
  expect(strip.y - y - height).toBeCloseTo(1, 0);
  expect([strip.x, strip.width]).toEqual([0, 375]);
  // In a low window nothing sticks, and the line would cover the text: there it is between two sections.
  const between = page.locator('main div:has(+ section) > svg').last();
  await expect(between).toBeHidden();
  await page.setViewportSize({ width: 375, height: 300 });
  await expect(line).toBeHidden();
  await expect(between).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  const beside = page.locator('main [aria-hidden] > svg[viewBox]').first();
  await expect(beside).toBeVisible(); // beside the text
  await expect(between).toBeHidden();
  await scrollToLastSentence();
  // Where scroll positions are whole pixels, less than a thousandth may be missing.
  const all = /^inset\(-6px -6px calc\(0(\.0\d+)?% - /;
  await expect(beside.locator('use').last()).toHaveCSS('clip-path', all);
  await expect(beside.locator('path').last()).toHaveCSS('visibility', 'visible');
});

test('the line of the work is drawn part by part while scrolling; with reduced motion it is complete', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  const parts = page.locator('main li svg:last-child');
  /** The missing part of each line, in percent. */
  const readMissing = () =>
    parts.evaluateAll((drawings) =>
      drawings.map((drawing) =>
        Math.round(Number(/([\d.]+)%/.exec(getComputedStyle(drawing).clipPath)?.[1] ?? 0)),
      ),
    );
  await expect.poll(readMissing).toEqual([100, 100, 100]);
  await scrollToEnd(page);
  await expect.poll(readMissing).toEqual([0, 0, 0]);
  await expect.poll(() => readMovedSections(page)).toEqual([]);
  await parts.nth(1).evaluate((part) => {
    const { y, height } = part.getBoundingClientRect();
    window.scrollBy(0, y + height / 2 - window.innerHeight * 0.74);
  });
  await expect.poll(readMissing).toEqual([0, 50, 100]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(readMissing).toEqual([0, 0, 0]);
});

test('the cards appear a tenth of a second after one another, and are never hidden', async ({
  page,
}) => {
  await visit(page, '/events');
  const cards = page.locator('main ol').first().locator('> li');
  const count = await cards.count();
  expect(count).toBeGreaterThan(0);
  for (const [index, delay] of ['0s', '0.1s', '0.2s'].slice(0, count).entries()) {
    const card = cards.nth(index);
    await expect(card).toHaveCSS('animation-delay', delay);
    await expect(card).toHaveCSS('animation-duration', '0.42s');
    await expect(card).toHaveCSS('animation-iteration-count', '1');
    await expect(card).toHaveCSS('opacity', '1');
  }
});
