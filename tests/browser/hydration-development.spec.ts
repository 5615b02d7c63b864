import { stop } from 'esbuild';
import { expect } from 'playwright/test';
import { writeManifest } from '#scripts/build/browser.ts';
import { watchBrowser } from '#scripts/dev/watch-browser.ts';
import { type ServerFixtures, testOn } from '../helpers/browser/browser-test.ts';
import { scrollToEnd, setClipboard, visit } from '../helpers/browser/hydrated-page.ts';
import { openRow, reachableRows } from '../helpers/browser/page-rows.ts';
import { footerLink, mainLink } from '../helpers/browser/page-words.ts';
import { isEmpty, lastParagraph, listTitles, someEvent } from '../helpers/content/some-event.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';

/* The server runs from its sources, with a development build: its React compares every attribute and runs every effect
   twice, so it reports mistakes that a production build ignores. */

const server = isEmpty ? 'tests/helpers/site/site-at.ts' : 'server/index.ts';
const test = testOn(server).extend<object, ServerFixtures>({
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
    async ({}, use) => {
      await using folder = await makeTemporaryFolder();
      const build = await watchBrowser(folder.path);
      await writeManifest(await build(), folder.path);
      await stop(); // esbuild prints a stack if the worker ends before it.
      await use({
        NODE_ENV: 'development',
        ASSETS_DIR: folder.path,
        PORT: '0',
        MAIL: 'capture',
        DATA_DIR: folder.path,
      });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

// All tests run in one worker, so there is one build and one server.
test.describe.configure({ mode: 'default' });
test('every page hydrates without an error', async ({ page, expectConsole }) => {
  for (const row of reachableRows) {
    await test.step(row.id, async () => {
      await openRow(page, row, expectConsole);
      await scrollToEnd(page);
    });
  }
});

test('links, theme, form, filters and details work although every effect runs twice', async ({
  page,
}) => {
  await page.clock.install();
  await visit(page, '/');
  await page.getByRole('button', { name: 'Theme: follows the system' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await mainLink(page, 'blog').click();
  await expect(page).toHaveURL('/blog');
  await page.getByLabel('Email address').fill('asha@');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.locator('form').getByRole('alert')).toContainText('full email address');
  await footerLink(page, 'events').click();
  await page.getByRole('combobox', { name: 'Format' }).selectOption('Hybrid');
  await page.getByRole('radio', { name: 'Calendar' }).check();
  await expect(page).toHaveURL('/events?format=hybrid&view=calendar');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(listTitles({}).length);

  await page.getByRole('button', { name: 'View Details' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(lastParagraph).click();
  await expect(page).toHaveURL(`/events?event=${someEvent.slug}`);
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveCSS('max-width', 'none'); // The browser's own rules have a width: ours are loaded.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await visit(page, `/events?event=${someEvent.slug}`);
  await dialog.getByText(lastParagraph).click();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await setClipboard(page, 'takes');
  await page.getByRole('button', { name: 'Copy link' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Link copied');
  await expect(toast).toBeVisible();
  await page.clock.runFor(5000);
  await expect(toast).toHaveCount(0);
});
