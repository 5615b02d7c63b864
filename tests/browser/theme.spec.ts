import { expect, type Page } from 'playwright/test';
import { colours, type ThemeName } from '#client/styles/tokens.ts';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';

test.use({ reducedMotion: 'reduce' });

const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme: / });

/** `rgb(247, 241, 229)` for the page's background in a theme, as computed styles say it. */
function backgroundOf(theme: ThemeName): string {
  const [red, green, blue] = (colours[theme].page.match(/[\da-f]{2}/gi) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return `rgb(${red}, ${green}, ${blue})`;
}

const expectTheme = (page: Page, theme: ThemeName) =>
  expect(page.locator('body')).toHaveCSS('background-color', backgroundOf(theme));

const readChoice = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

test('the button goes through system, light and dark, and says which one it is', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/');
  const steps = [
    { label: 'Theme: follows the system', theme: 'dark', choice: null },
    { label: 'Theme: light', theme: 'light', choice: 'light' },
    { label: 'Theme: dark', theme: 'dark', choice: 'dark' },
    { label: 'Theme: follows the system', theme: 'dark', choice: null },
  ] as const;
  for (const { label, theme, choice } of steps) {
    await expect(themeButton(page)).toHaveAccessibleName(label);
    await expect(themeButton(page)).toHaveAttribute('data-tooltip', label);
    await expectTheme(page, theme);
    expect(await readChoice(page)).toBe(choice);
    await themeButton(page).click();
  }
});

for (const theme of ['light', 'dark'] as const) {
  const system = theme === 'light' ? 'dark' : 'light';

  test(`${theme} stays over a reload under a ${system} system and never flashes`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await visit(page, '/');
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    // What was there at the first frames, long before any module has run.
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
    expect(new Set(Array.isArray(seen) ? seen : [])).toEqual(new Set([backgroundOf(theme)]));
    await expect(themeButton(page)).toHaveAccessibleName(`Theme: ${theme}`);
  });
}

test('the choice is there before and without the modules', async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_FAILED/);
  expectConsole(/uncaught: Failed to fetch/);
  await visit(page, '/contact');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/assets/**', (route) => route.abort());
  await page.reload();
  await expectTheme(page, 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-script', 'failed');
});

test('system follows the browser while the page is open, a choice does not', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/');
  await expectTheme(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'dark');
  await themeButton(page).click();
  await expectTheme(page, 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'light');
});

test('another tab follows at once', async ({ page, context }) => {
  await visit(page, '/');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await visit(other, '/blog');
  await themeButton(page).click();
  await themeButton(page).click();
  await expectTheme(other, 'dark');
  await expect(themeButton(other)).toHaveAccessibleName('Theme: dark');
  await themeButton(other).click();
  await expect(themeButton(page)).toHaveAccessibleName('Theme: follows the system');
});

test('the choice survives client navigation and leaves no cookie', async ({ page, context }) => {
  await visit(page, '/');
  await themeButton(page).click();
  await themeButton(page).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
  await expectTheme(page, 'dark');
  expect(await context.cookies()).toEqual([]);
});

test("the contact page's frame follows the choice", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/contact');
  await themeButton(page).click();
  await themeButton(page).click();
  const frame = page.frameLocator('iframe').locator('main');
  await expect(frame).toHaveCSS('color', await readTextColour(page));
  await page.reload();
  await expect(frame).toHaveCSS('color', await readTextColour(page));
});

function readTextColour(page: Page): Promise<string> {
  return page.locator('body').evaluate((body) => getComputedStyle(body).color);
}
