import type { Page } from 'playwright/test';

/** Begins to record animations and transitions that start; call it before the page is opened. */
export async function recordMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const started: string[] = [];
    Reflect.set(window, 'startedMotion', started);
    for (const kind of ['animationstart', 'transitionstart', 'transitionrun']) {
      document.addEventListener(kind, ({ target }) => {
        started.push(`${kind} ${target instanceof Element ? target.outerHTML.slice(0, 60) : ''}`);
      });
    }
  });
}

/** The animations and transitions that have started since the document began. */
export function readMotion(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'startedMotion'));
}

/** The animations that run by time; with `scrolling` also those that the scroll position drives. */
export function readAnimations(page: Page, { scrolling = false } = {}): Promise<string[]> {
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

/** Sections of the text that are out of place. */
export function readMovedSections(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-reveal]')]
      .filter((section) => {
        const { transform } = getComputedStyle(section);
        return transform !== 'none' || section.style.transform !== '';
      })
      .map((section) => section.outerHTML.slice(0, 100)),
  );
}
