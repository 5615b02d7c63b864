import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser/browser-test.ts';

declare global {
  interface Window {
    /** The pseudo-elements that move while this document replaces another; undefined without a transition. */
    moving?: Promise<readonly string[] | undefined>;
  }
}

/** Loads another document from the middle of a page. */
async function readMoving(page: Page) {
  await page.addInitScript(() => {
    window.addEventListener('pagereveal', ({ viewTransition }) => {
      window.moving = (async () => {
        await viewTransition?.ready;
        return viewTransition
          ? document.getAnimations().flatMap(({ effect }) => {
              return (effect instanceof KeyframeEffect && effect.pseudoElement) || [];
            })
          : undefined;
      })();
    });
  });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/manifesto');
  await page.evaluate(() => window.scrollTo(0, 2000));
  await page.evaluate(() => window.location.assign('/terms'));
  await page.waitForURL('**/terms');
  return page.evaluate(() => window.moving);
}

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('a loaded document fades in below the header, which does not move', async ({ page }) => {
    const moving = (await readMoving(page)) ?? [];
    expect(moving).toContain('::view-transition-new(root)');
    expect(moving.filter((name) => name.includes('header'))).toEqual([]);
    await expect(page.locator('header')).toHaveCSS('view-transition-name', 'header');
  });
});

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test('a loaded document replaces the other at once', async ({ page }) => {
    expect(await readMoving(page)).toBeUndefined();
  });
});
