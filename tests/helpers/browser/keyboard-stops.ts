import { expect, type Page } from 'playwright/test';
import { getContrast } from '#shared/design/contrast.ts';

/** The focused element: its position and its outline in the current theme. */
type Stop = NonNullable<Awaited<ReturnType<typeof readStop>>>;

/**
 * The element that has focus, undefined when it is none of the page's. `place` is its number in the
 * document, `inView` whether nothing covers its first line, `room` how far it is from what cuts off its outline.
 */
function readStop(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const all = [...document.querySelectorAll('*')];

    /** The nearest colour behind the element, where its outline is drawn. */
    const getGround = () => {
      let behind = element.parentElement;
      while (behind && getComputedStyle(behind).backgroundColor.startsWith('rgba')) {
        behind = behind.parentElement;
      }
      return behind ? getComputedStyle(behind).backgroundColor : 'rgb(255, 255, 255)';
    };

    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    // For a link over two lines this is its first line; nothing may cover it.
    const box = element.getClientRects()[0] ?? new DOMRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    let scrolled = element.parentElement;
    while (scrolled && getComputedStyle(scrolled).overflowX !== 'auto') {
      scrolled = scrolled.parentElement;
    }
    return {
      place: all.indexOf(element),
      name: element.outerHTML.slice(0, 90),
      outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      colours: [outlineColor, getGround()],
      inView: top !== null && (element.contains(top) || top.contains(element)),
      room: box.x - (scrolled?.getBoundingClientRect().x ?? 0),
    };
  });
}

/** The number of Tab stops within an element; a group of radio buttons has one. */
const countStops = (page: Page, within: 'html' | 'dialog') =>
  page.locator(within).locator(controls).filter({ visible: true }).count();

const controls =
  'a[href], button, input:not([type=hidden], [type=radio]:not(:checked)), select, summary, iframe';

/** Expects an outline of 2 px and a contrast of 3:1 (WCAG 2.2 SC 2.4.13). */
function expectVisibleFocus({ name, outline, colours, room }: Stop): void {
  expect(outline, `outline of ${name}`).toBeGreaterThanOrEqual(2);
  expect(room, `room for the outline of ${name}`).toBeGreaterThanOrEqual(5);
  const [line = '', ground = ''] = colours.map(toHex);
  expect(getContrast(line, ground), `contrast of ${name}`).toBeGreaterThanOrEqual(3);
}

/** `#F7F1E5` for `rgb(247, 241, 229)`. */
const toHex = (colour: string) =>
  `#${Buffer.from((colour.match(/\d+/g) ?? []).map(Number))
    .toString('hex')
    .toUpperCase()}`;

/** Shows the page in a theme, or in the system's theme. */
export function showTheme(page: Page, theme: 'light' | 'dark' | undefined): Promise<void> {
  return page.evaluate((value) => {
    if (value) document.documentElement.dataset['theme'] = value;
    else delete document.documentElement.dataset['theme'];
  }, theme);
}

/**
 * Presses Tab once round the open dialog and expects every stop to be seen, each control among them.
 *
 * @returns the number of stops
 */
export async function expectDialogStops(page: Page): Promise<number> {
  const stops = await countStops(page, 'dialog');
  const seen = new Set<string>();
  // The browser has Tab stops of its own between the last and the first, and a dialog that scrolls is one, too.
  for (let count = 0; count < stops + 2; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    if (!stop) continue;
    expectVisibleFocus(stop);
    if (stop.name.startsWith('<dialog')) continue;
    expect(stop.inView, `${stop.name} is in view`).toBe(true);
    seen.add(stop.name);
  }
  expect(seen.size).toBe(stops);
  return stops;
}

/** Presses Tab from the start to the end of the page, and expects each Tab stop in order. */
export async function expectTabOrder(page: Page): Promise<void> {
  const stops = await countStops(page, 'html');
  expect(stops).toBeGreaterThan(10);
  let last = -1;
  for (let count = 0; count < stops; count += 1) {
    await page.keyboard.press('Tab');
    let stop = await readStop(page);
    // The page cannot read the focus within an iframe.
    while (stop?.place === last && stop.name.startsWith('<iframe')) {
      await page.keyboard.press('Tab');
      stop = await readStop(page);
    }
    if (!stop) throw new Error(`Tab leaves the page after ${count} of ${stops} stops`);
    expect(stop.place, `${stop.name} comes in the order of the document`).toBeGreaterThan(last);
    last = stop.place;
    expect(stop.inView, `${stop.name} is in view`).toBe(true);
    if (!stop.name.startsWith('<iframe')) expectVisibleFocus(stop); // An iframe shows its own focus.
  }
  await page.keyboard.press('Tab');
  expect(await readStop(page), 'Tab leaves the page at its end').toBeUndefined();
}
