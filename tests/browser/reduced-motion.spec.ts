import { expect, type Page } from 'playwright/test';
import { formatStagger } from '#client/styles/stagger.ts';
import { readAnimations, readUnsettled } from '../helpers/animations.ts';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { scrollToEnd } from '../helpers/scroll.ts';

/** Waits until the code of the rising sections is there: what it hides, it has hidden then. */
async function visitWithMotion(page: Page, address: string) {
  const loaded = page.waitForResponse(/\/assets\/after-hydration-/);
  await visit(page, address);
  await (await loaded).finished();
  await untilHydrated(page);
}

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test('a choice that arrives while the page is open is respected at the next page', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visitWithMotion(page, '/blog');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link').first().click();
    await expect(page).toHaveURL('/events');
    expect(await readAnimations(page, { scrolling: true })).toEqual([]);
  });
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('sections below the fold rise once when they are scrolled into view', async ({ page }) => {
    await visitWithMotion(page, '/');
    const sections = page.locator('main [data-reveal]');
    const last = sections.last();
    await expect(last).toHaveCSS('opacity', '0');
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveCSS('opacity', '1');
    await expect.poll(() => last.getAttribute('style')).toBeFalsy();
    await page.evaluate(() => window.scrollTo(0, 0));
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveCSS('opacity', '1');
    expect(await last.getAttribute('style')).toBeFalsy();
    // The sections in between may still be on their way from the first time.
    await expect.poll(() => readAnimations(page)).toEqual([]);
  });

  test('what was painted above the fold is left alone', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 2000 });
    await visitWithMotion(page, '/');
    const first = page.locator('main [data-reveal]').first();
    expect(await readUnsettled(page)).not.toContain(
      await first.evaluate((it) => it.outerHTML.slice(0, 100)),
    );
    await expect(first).toHaveCSS('opacity', '1');
  });

  for (const path of ['/', '/manifesto', '/events']) {
    test(`a jump to the end of ${path} leaves nothing hidden`, async ({ page }) => {
      await visitWithMotion(page, path);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(() => readUnsettled(page)).toEqual([]);
      await expect.poll(() => readAnimations(page)).toEqual([]);
    });
  }

  test('what is not yet in view is there after a change of page and back', async ({ page }) => {
    await visitWithMotion(page, '/');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Blog' })
      .click();
    await expect(page).toHaveURL('/blog');
    await page.goBack();
    await expect(page.locator('h1')).toContainText('Backing Indian Art');
    await scrollToEnd(page);
    await expect.poll(() => readUnsettled(page)).toEqual([]);
  });

  test('the cards come a tenth of a second after one another and are never hidden', async ({
    page,
  }) => {
    await visit(page, '/events');
    const cards = page.locator('main ol > li');
    for (const [index, delay] of ['0s', '0.1s', '0.2s'].entries()) {
      await expect(cards.nth(index)).toHaveCSS('animation-delay', delay);
      await expect(cards.nth(index)).toHaveCSS('animation-duration', '0.42s');
      await expect(cards.nth(index)).toHaveCSS('animation-iteration-count', '1');
      await expect(cards.nth(index)).toHaveCSS('opacity', '1');
    }
  });

  test('the fortieth item of a list has its delay too', async ({ page }) => {
    await page.setContent(`<style>ol { --stagger-time: 100ms; ${formatStagger(40)} }</style>
      <ol>${'<li></li>'.repeat(40)}</ol>`);
    const delays = await page
      .locator('li')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item).animationDelay));
    expect(delays.map((delay) => Math.round(Number.parseFloat(delay) * 10))).toEqual([
      ...Array(40).keys(),
    ]);
  });

  test('the line of the first screen draws itself once over a line that is there', async ({
    page,
  }) => {
    await page.goto('/');
    const growing = page
      .locator('main section')
      .first()
      .locator('svg use')
      .filter({ visible: true });
    await expect(growing).toHaveCount(2);
    await expect(growing.last()).toHaveCSS('animation-duration', '1.4s');
    await expect(growing.first()).toHaveCSS('animation-name', 'none');
  });
});
