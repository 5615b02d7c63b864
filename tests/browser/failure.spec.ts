import { expect } from 'playwright/test';
import { test as base } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, visit } from '../helpers/hydrated-page.ts';
import { readPort, withProcess } from '../helpers/start-server.ts';

/* The 500 page, on a server of its own: its page About fails to render. */

const test = base.extend<object, { failingOrigin: string }>({
  baseURL: async ({ failingOrigin }, use) => use(failingOrigin),
  failingOrigin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
    async ({}, use) =>
      withProcess(
        {},
        async (server) => use(`http://127.0.0.1:${await readPort(server)}`),
        'tests/helpers/failing-site.ts',
      ),
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('a page that fails on the server is a 500 in the look of the site, hydrated in silence', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const responded = page.waitForResponse('**/about');
  await visit(page, '/about');
  expect((await responded).status()).toBe(500);
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!');
  await expect(page).toHaveTitle(/^Unexpected Application Error!/);
  await expect(page.locator('body')).not.toContainText(/developers|\bat \w+ \(/);
  await page.getByRole('button', { name: 'Theme: follows the system' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await markDocument(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.locator('h1')).toContainText('Backing Indian Art');
  expect(await isMarkedDocument(page)).toBe(true);
});
