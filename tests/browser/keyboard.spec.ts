import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { framelessRows, openRow } from '../helpers/page-rows.ts';
import { someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

/** What the keyboard's current stop looks like, in both themes. Nothing at the end of the page. */
function readStop(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const root = document.documentElement;
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

    const looks = ['light', 'dark'].map((theme) => {
      root.dataset['theme'] = theme;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const [a, b] = [luminance(outlineColor), luminance(findGround())];
      return {
        theme,
        width: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
        contrast: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
      };
    });
    delete root.dataset['theme'];
    // Of a link that is broken over two lines the first part; nothing may lie over it.
    const box = element.getClientRects()[0] ?? new DOMRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
      place: all.indexOf(element),
      name: element.outerHTML.slice(0, 90),
      looks,
      inView: top !== null && (element.contains(top) || top.contains(element)),
    };
  });
}

/** How many stops the keyboard should make: of a pair of radio buttons only the chosen one. */
function countStops(page: Page) {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, iframe')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.matches('[type=hidden], [type=radio]:not(:checked)')).length,
  );
}

for (const width of [1280, 375]) {
  for (const row of framelessRows) {
    test(`Tab goes through ${row.id} at ${width} px in order, and every stop can be seen`, async ({
      page,
      expectConsole,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await openRow(page, row, expectConsole);
      const stops = await countStops(page);
      expect(stops).toBeGreaterThan(10);
      let last = -1;
      for (let count = 0; count < stops; count += 1) {
        await page.keyboard.press('Tab');
        const stop = await readStop(page);
        if (!stop) throw new Error(`Tab left the page after ${count} of ${stops} stops`);
        expect(stop.place, `${stop.name} comes in the order of the document`).toBeGreaterThan(last);
        last = stop.place;
        expect(stop.inView, `${stop.name} is in view`).toBe(true);
        if (stop.name.startsWith('<iframe')) continue; // Its own page shows the focus.
        for (const look of stop.looks) {
          const what = `${stop.name} in ${look.theme}`;
          expect(look.width, `outline of ${what}`).toBeGreaterThanOrEqual(2);
          expect(look.contrast, `contrast of ${what}`).toBeGreaterThanOrEqual(3);
        }
      }
      await page.keyboard.press('Tab');
      expect(await readStop(page)).toBeUndefined();
    });
  }
}

test('every stop in the details of an event can be seen', async ({ page }) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  const seen = new Set<string>();
  for (let count = 0; count < 9; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    if (!stop) continue; // Between the last stop and the first the browser has its own.
    seen.add(stop.name);
    for (const look of stop.looks) {
      expect(look.width, `outline of ${stop.name}`).toBeGreaterThanOrEqual(2);
      expect(look.contrast, `contrast of ${stop.name} in ${look.theme}`).toBeGreaterThanOrEqual(3);
    }
  }
  expect(seen.size).toBe(8);
});

test('the whole programme can be filtered and read with the keyboard alone', async ({ page }) => {
  await visit(page, '/events');
  await page.getByRole('combobox', { name: 'Month' }).focus();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/events?month=november');
  for (const _ of ['City', 'Format', 'Category', 'View']) await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'List' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Details' })).toBeFocused();
});
