import { expect } from 'playwright/test';
import { test as base } from '../helpers/browser-test.ts';
import { isMarked, untilHydrated } from '../helpers/hydrated-page.ts';
import { startLateSite } from '../helpers/late-site.ts';
import { headings, mainLink } from '../helpers/page-words.ts';

/* A page with a late suspense query, a lazy component and a part that fails, with the policy on. */

type LateSite = Awaited<ReturnType<typeof startLateSite>>;

const test = base.extend<object, { site: LateSite }>({
  baseURL: async ({ site }, use) => use(site.origin),
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names
    async ({}, use) => {
      await using site = await startLateSite();
      await use(site);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('late parts arrive in pieces with their styles, and the page hydrates', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/uncaught: /); // The part that fails.
  const nonces = new Set<string>();
  for (const round of [1, 2]) {
    const response = await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByText('The words follow.')).toBeVisible();
    await expect(page.locator('h1')).toHaveText('Quick part');
    await expect(page.getByText('Words that come late')).toBeVisible();
    await expect(page.getByText('Words that come late')).toHaveCSS('letter-spacing', '7px');
    await untilHydrated(page);
    await expect(page.getByText('This part cannot be shown.')).toBeVisible();
    await expect(page.getByText(/ follows?\./)).toHaveCount(0);
    await untilHydrated(page);
    // The code of the lazy part may still be under way.
    const button = page.getByRole('button', { name: 'Pressed' });
    const press = async () => {
      await button.click();
      await expect(button).toHaveText(/Pressed [1-9]/, { timeout: 100 });
    };
    await expect(press).toPass();
    await expect(page.locator('html')).not.toHaveAttribute('data-asked');
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(await response?.headerValue('cache-control'), `round ${round}`).toBe('no-store');
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
    expect(site.listErrors()).toHaveLength(round);
  }
  expect(nonces.size).toBe(2);
  await mainLink(page, 'blog').click();
  await expect(page.locator('h1')).toHaveText(headings.blog);
  expect(await isMarked(page)).toBe(true);
});

test('a complete page has no nonce', async ({ page }) => {
  const response = await page.goto('/blog');
  const policy = await response?.headerValue('content-security-policy');
  expect(policy).not.toContain('nonce');
  expect(await response?.headerValue('cache-control')).toContain('public');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the late parts stand at the end of the page', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByText('The words follow.')).toBeVisible();
    await expect(page.getByText('Words that come late')).toBeVisible();
    await expect(page.getByText('The broken part follows.')).toBeVisible();
  });
});
