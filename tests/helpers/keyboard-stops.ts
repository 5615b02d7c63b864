import { expect, type Page } from 'playwright/test';

/** The element that has focus: its place, and its outline in the theme in force. */
type Stop = NonNullable<Awaited<ReturnType<typeof readStop>>>;

/**
 * The element that has focus, undefined when it is none of the page's. `place` is its number in the
 * document, `inView` whether nothing covers its first line.
 */
function readStop(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const all = [...document.querySelectorAll('*')];

    const readColour = (text: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return { red, green, blue, alpha };
    };
    const luminance = (text: string) => {
      const { red, green, blue } = readColour(text);
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    /** The nearest colour behind the element, where its outline is drawn. */
    const findGround = () => {
      let behind = element.parentElement;
      while (behind && readColour(getComputedStyle(behind).backgroundColor).alpha < 1) {
        behind = behind.parentElement;
      }
      return behind ? getComputedStyle(behind).backgroundColor : 'rgb(255, 255, 255)';
    };

    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const [one, other] = [luminance(outlineColor), luminance(findGround())];
    // Of a link that is broken over two lines the first part; nothing may lie over it.
    const box = element.getClientRects()[0] ?? new DOMRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
      place: all.indexOf(element),
      name: element.outerHTML.slice(0, 90),
      outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      contrast: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05),
      inView: top !== null && (element.contains(top) || top.contains(element)),
    };
  });
}

/** How many stops the keyboard makes within an element: of radio buttons only the chosen one. */
function countStops(page: Page, within: 'html' | 'dialog'): Promise<number> {
  return page
    .locator(within)
    .evaluate(
      (element) =>
        [
          ...element.querySelectorAll<HTMLElement>(
            'a[href], button, input, select, summary, iframe',
          ),
        ]
          .filter((control) => control.checkVisibility({ visibilityProperty: true }))
          .filter((control) => !control.matches('[type=hidden], [type=radio]:not(:checked)'))
          .length,
    );
}

/** Expects an outline of 2 px and a contrast of 3:1 (WCAG 2.2 SC 2.4.13). */
function expectVisibleFocus({ name, outline, contrast }: Stop): void {
  expect(outline, `outline of ${name}`).toBeGreaterThanOrEqual(2);
  expect(contrast, `contrast of ${name}`).toBeGreaterThanOrEqual(3);
}

/** Shows the page in a theme, or in that of the system. */
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
  // Between the last stop and the first the browser has its own, and a dialog that scrolls is one.
  for (let count = 0; count < stops + 2; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    if (!stop) continue;
    expectVisibleFocus(stop);
    if (!stop.name.startsWith('<dialog')) seen.add(stop.name);
  }
  expect(seen.size).toBe(stops);
  return stops;
}

/** Presses Tab from the beginning to the end of the page and expects every stop, in order. */
export async function expectTabOrder(page: Page): Promise<void> {
  const stops = await countStops(page, 'html');
  expect(stops).toBeGreaterThan(10);
  let last = -1;
  for (let count = 0; count < stops; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    if (!stop) throw new Error(`Tab leaves the page after ${count} of ${stops} stops`);
    expect(stop.place, `${stop.name} comes in the order of the document`).toBeGreaterThan(last);
    last = stop.place;
    expect(stop.inView, `${stop.name} is in view`).toBe(true);
    if (!stop.name.startsWith('<iframe')) expectVisibleFocus(stop); // A frame shows its own focus.
  }
  await page.keyboard.press('Tab');
  expect(await readStop(page), 'Tab leaves the page at its end').toBeUndefined();
}
