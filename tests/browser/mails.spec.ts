import { expect, type Page } from 'playwright/test';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createComposer } from '#server/newsletter/mail/compose.ts';
import { mailLayout } from '#server/newsletter/mail/mail-layout.ts';
import { writeParagraphs } from '#server/newsletter/operator/edition.ts';
import { getContrast } from '#shared/design/contrast.ts';
import { colours, type ThemeName } from '#shared/design/palette.ts';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { formatRgb } from '../helpers/browser/get-background.ts';
import { getBox } from '../helpers/browser/layout-faults.ts';

const compose = createComposer({
  site,
  origin: site.origin,
  keys: createKeys(['a-secret-of-thirty-two-characters']),
});
const letter = `Dear readers,\n\nthe programme is at ${site.origin}/events?city=${'a'.repeat(48)}.`;
const taken = {
  ...{ id: 'mail', subscriberId: 'subscriber', address: 'asha@example.org', key: 'key' },
};
const subject = 'Monsoon';
const written = {
  subject,
  text: letter,
  html: mailLayout(subject, site.name, writeParagraphs(letter)),
};
const mails = {
  confirmation: compose({ ...taken, kind: 'confirmation' }, 'token').html,
  edition: compose({ ...taken, ...written, kind: 'edition', editionId: 'e' }, 'token').html,
};

/** The colour of each text and of its background, as `#RRGGBB`. */
const readPairs = (page: Page) =>
  page.evaluate(() => {
    const toHex = (colour: string) =>
      `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
    const findGround = (element: Element | null): string => {
      const ground = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
      return ground === 'rgba(0, 0, 0, 0)' ? findGround(element?.parentElement ?? null) : ground;
    };
    return [...document.body.querySelectorAll('p, a, td')]
      .filter(({ textContent }) => textContent)
      .map((element) => [getComputedStyle(element).color, findGround(element)].map(toHex));
  });

for (const [name, html] of Object.entries(mails)) {
  for (const theme of ['light', 'dark'] as const satisfies readonly ThemeName[]) {
    test(`the ${name} is in the colours of the ${theme} theme, with the mark on top and no picture`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.emulateMedia({ colorScheme: theme });
      await page.setContent(html);
      const pairs = await readPairs(page);
      const ours = colours[theme];
      const all: readonly string[] = Object.values(ours);
      for (const [text = '', ground = ''] of pairs) {
        expect([all.includes(text), all.includes(ground)], `${text} on ${ground}`).toEqual([
          true,
          true,
        ]);
        expect(getContrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(new Set(pairs.map(([, ground]) => ground))).toContain(colours[theme].card);
      const mark = page.locator('table table');
      await expect(mark.locator('td')).toHaveCount(6);
      const [top, words] = await Promise.all([getBox(mark), getBox(page.locator('p').first())]);
      expect(top.y + top.height).toBeLessThan(words.y);
      await expect(mark.locator('td').first()).toHaveCSS(
        'border-color',
        formatRgb(ours['line-start']),
      );
      await expect(mark.locator('div').first()).toHaveCSS('background-color', formatRgb(ours.dot));
      expect(html).not.toMatch(/<img|url\(|data:/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  }
}

test('the text of the button is centred, also on two lines', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.setContent(mails.confirmation);
  const lines = await page.locator('.button').evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const box = button.getBoundingClientRect();
    return [...range.getClientRects()].map(
      ({ left, right }) => left + right - box.left - box.right,
    );
  });
  expect(lines).toHaveLength(2);
  for (const off of lines) expect(Math.abs(off)).toBeLessThan(3);
});
