import { expect, type Page } from 'playwright/test';
import { colours, type ThemeName } from '#shared/design/palette.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { getBackground } from '../helpers/browser/get-background.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { mainLink } from '../helpers/browser/page-words.ts';

const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme: / });

/** Expects the theme in the page and in the browser's bars: the first `theme-color` whose media query matches. */
async function expectTheme(page: Page, theme: ThemeName) {
  await expect(page.locator('body')).toHaveCSS('background-color', getBackground(theme));
  const bars = await page.evaluate(() =>
    [...document.querySelectorAll('meta[name=theme-color]')]
      .find((each) => matchMedia(each.getAttribute('media') ?? '').matches)
      ?.getAttribute('content'),
  );
  expect(bars).toBe(colours[theme].page);
}

test('the button switches between three themes, and a choice stays', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/');
  const system = {
    label: 'Theme: follows the system',
    theme: 'dark',
    choice: null,
    halves: 1,
  } as const;
  for (const { label, theme, choice, halves } of [
    system,
    { label: 'Theme: light', theme: 'light', choice: 'light', halves: 0 },
    { label: 'Theme: dark', theme: 'dark', choice: 'dark', halves: 2 },
    system,
  ] as const) {
    const disc = themeButton(page).locator('path').filter({ visible: true });
    await expect(disc).toHaveCount(halves);
    await expect(themeButton(page)).toHaveAccessibleName(label);
    await expect(themeButton(page)).toHaveAttribute('data-tooltip', label);
    await expectTheme(page, theme);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(choice);
    await themeButton(page).click();
  }
  await expectTheme(page, 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'light');
  await mainLink(page, 'blog').click();
  await expect(page).toHaveURL('/blog');
  await expectTheme(page, 'light');
  await page.reload();
  await expectTheme(page, 'light');
  expect(await context.cookies()).toEqual([]);
});

test('a chosen theme stays on the other system, without a flash', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  // Records the background in the first frames, before any module has run.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seen', seen);
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
      if (document.readyState !== 'complete') requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    document.addEventListener('DOMContentLoaded', look);
  });
  await visit(page, '/manifesto');
  const seen: unknown = await page.evaluate(() => Reflect.get(window, 'seen'));
  expect(new Set(Array.isArray(seen) ? seen : [])).toEqual(new Set([getBackground('dark')]));
  await expect(themeButton(page)).toHaveAccessibleName('Theme: dark');
});

// On a light system the first click shows the dark theme.
test('another tab and the embedded form of the contact page follow at once', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/contact');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await visit(other, '/blog');
  await themeButton(page).click();
  await expectTheme(other, 'dark');
  await expect(themeButton(other)).toHaveAccessibleName('Theme: dark');
  const frame = page.frameLocator('iframe').locator('main');
  const readTextColour = () =>
    page.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect(frame).toHaveCSS('color', await readTextColour());
  await page.reload();
  await expect(frame).toHaveCSS('color', await readTextColour());
  for (const label of ['Theme: light', 'Theme: follows the system']) {
    await themeButton(other).click();
    await expect(themeButton(page)).toHaveAccessibleName(label);
  }
});
