import type { Locator, Page } from 'playwright/test';

/** The widths of six windows in px; 640 is a window of 1280 px at 200 % zoom. */
export const windowWidths = [320, 375, 640, 768, 1024, 1440, 1920];

/**
 * Everything that does not fit into the window at its current size: how far the page scrolls sideways and
 * what sticks out, controls in the header that overlap, texts that their own box or the window clips.
 */
export function readLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth: width } = document.documentElement;
    const describe = (element: Element) => element.outerHTML.slice(0, 100);

    window.scrollTo(10_000, 0);
    const scrolled = window.scrollX;
    window.scrollTo(0, 0);
    const outside = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map(describe);

    const controls = [...document.querySelectorAll('header :is(a, button)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const collisions = controls.flatMap(({ element, box }, index) =>
      controls.slice(index + 1).flatMap((other) => {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across <= 0.5 || down <= 0.5) return [];
        return [`${describe(element)} and ${describe(other.element)}`];
      }),
    );

    const texts = 'h1, h2, h3, p, li, a, button, summary, label';
    const clipped = [...document.querySelectorAll<HTMLElement>(texts)]
      .filter((element) => !element.closest('[aria-hidden=true], dialog'))
      .filter((element) => element.clientWidth > 0 && getComputedStyle(element).clipPath === 'none')
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return element.scrollWidth > element.clientWidth + 1 || left < -1 || right > width + 1;
      })
      .map(describe);
    return [...(scrolled === 0 ? [] : [`${scrolled} px`, ...outside]), ...collisions, ...clipped];
  });
}

/** Controls smaller than 44 by 44 px, except links in text (WCAG 2.2 SC 2.5.5). */
export function readSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      'button, select, summary, input:not([type=hidden])',
      'header a, footer nav a, main a:not(p a, dd a, li a, h2 a)',
    ].join();
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => element.checkVisibility())
      .filter((element) => getComputedStyle(element).clipPath === 'none') // visually hidden
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const fits = Math.round(width) >= 44 && Math.round(height) >= 44;
        return fits ? [] : [`${width} × ${height}: ${element.outerHTML.slice(0, 80)}`];
      });
  });
}

/** The box of an element. @throws if it has none */
export async function getBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} has no box`);
  return box;
}
