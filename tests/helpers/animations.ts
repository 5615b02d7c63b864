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
export function readStartedMotion(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'startedMotion'));
}

/** Begins the record again, with what starts after the next frame. */
export async function forgetStartedMotion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const started: unknown = Reflect.get(window, 'startedMotion');
    if (Array.isArray(started)) started.length = 0;
  });
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
export function readUnsettled(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-reveal]')]
      .filter((section) => {
        const { transform } = getComputedStyle(section);
        return transform !== 'none' || section.style.transform !== '';
      })
      .map((section) => section.outerHTML.slice(0, 100)),
  );
}

/** Animations of elements and pseudo-elements that run more than once. */
export function readLoops(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((part) => {
        const { animationName, animationIterationCount } = getComputedStyle(element, part);
        const isLoop = animationName !== 'none' && !/^1(, 1)*$/.test(animationIterationCount);
        return isLoop ? [`${element.outerHTML.slice(0, 80)} ${animationName}`] : [];
      }),
    ),
  );
}
