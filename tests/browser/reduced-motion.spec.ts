import { expect, type Page } from 'playwright/test';
import { formatStagger } from '#client/styles/stagger.ts';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { addressedRows } from '../helpers/page-rows.ts';
import { scrollToEnd } from '../helpers/scroll.ts';

/** Waits until the code of the rising sections is there: what it hides, it has hidden then. */
async function visitWithMotion(page: Page, address: string) {
  const loaded = page.waitForResponse(/\/assets\/reveal-/);
  await visit(page, address);
  await (await loaded).finished();
  await untilHydrated(page);
}

/** Everything that moves by time now; with `scrolling` what the scroll position moves as well. */
function readAnimations(page: Page, { scrolling = false } = {}) {
  return page.evaluate(
    (all) =>
      document
        .getAnimations()
        .filter(({ timeline }) => all || timeline instanceof DocumentTimeline)
        .map((animation) => {
          const { effect } = animation;
          const name = animation instanceof CSSAnimation ? animation.animationName : 'script';
          const element = effect instanceof KeyframeEffect ? effect.target?.outerHTML : '';
          return `${name} on ${element?.slice(0, 60)}`;
        }),
    scrolling,
  );
}

/** What of the text cannot be seen, or would not be in its place. */
function readUnsettled(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-reveal]')]
      .filter((section) => {
        const { opacity, transform } = getComputedStyle(section);
        return opacity !== '1' || transform !== 'none' || section.style.length > 0;
      })
      .map((section) => section.outerHTML.slice(0, 100)),
  );
}

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  for (const { id, path } of addressedRows) {
    test(`nothing moves on ${id}`, async ({ page }) => {
      await page.addInitScript(() => {
        const seen: string[] = [];
        Reflect.set(window, 'seen', seen);
        for (const kind of ['animationstart', 'transitionstart', 'transitionrun']) {
          document.addEventListener(kind, ({ target }) => {
            seen.push(`${kind} ${target instanceof Element ? target.outerHTML.slice(0, 60) : ''}`);
          });
        }
      });
      await visitWithMotion(page, path);
      expect(await readAnimations(page, { scrolling: true })).toEqual([]);
      await scrollToEnd(page);
      expect(await readAnimations(page, { scrolling: true })).toEqual([]);
      expect(await readUnsettled(page)).toEqual([]);
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link').first().click();
      await expect(page).toHaveURL('/events');
      expect(await readAnimations(page, { scrolling: true })).toEqual([]);
      expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
    });
  }

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

  for (const { id, path } of addressedRows) {
    test(`after a jump to the end of ${id} nothing stays hidden and nothing goes on`, async ({
      page,
    }) => {
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

  test('nothing loops, on any page and in any pseudo-element', async ({ page }) => {
    for (const { path } of addressedRows) {
      await page.goto(path);
      const loops = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) =>
          [undefined, '::before', '::after'].flatMap((part) => {
            const { animationName, animationIterationCount } = getComputedStyle(element, part);
            const loop = animationName !== 'none' && animationIterationCount !== '1';
            return loop ? [`${element.outerHTML.slice(0, 80)} ${animationName}`] : [];
          }),
        ),
      );
      expect(loops).toEqual([]);
    }
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
