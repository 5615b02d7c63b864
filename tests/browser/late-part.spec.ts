import { expect, test } from 'playwright/test';
import { startLateSite } from '../helpers/late-site.ts';

/* With JavaScript, and in each engine: tests/engines/. */

test.use({ javaScriptEnabled: false });

test('without JavaScript the late parts stand at the end of the page', async ({ page }) => {
  test.setTimeout(90_000);
  await using site = await startLateSite();
  await page.goto(`${site.origin}/about`);
  for (const words of ['The words follow.', 'Words that come late', 'The broken part follows.']) {
    await expect(page.getByText(words)).toBeVisible();
  }
});
