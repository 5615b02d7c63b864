import { expect } from 'playwright/test';
import { events } from '#shared/content/events.ts';
import { formatDay } from '#shared/format.ts';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';

/* What the specification's three events say, written out: the same for every visitor. */
const expected = [
  ['Oct 16, 2025', '6:30 PM – 9:00 PM', 'Berlin, Germany', 'Oct', 'Thursday', '16'],
  ['Nov 12, 2025', '2:00 PM – 5:00 PM', 'Online', 'Nov', 'Wednesday', '12'],
  ['Dec 4, 2025', '11:00 AM – 1:00 PM', 'Online', 'Dec', 'Thursday', '04'],
];

for (const timezoneId of ['America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId, locale: timezoneId === 'Europe/Berlin' ? 'de-DE' : 'en-US' });

    test(`${timezoneId} sees the events in their own time, hydrated in silence`, async ({
      page,
    }) => {
      await visit(page, '/events');
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(expected.length);
      for (const [index, texts] of expected.entries()) {
        for (const text of texts) await expect(cards.nth(index)).toContainText(text);
      }
      await cards.first().getByRole('button', { name: 'View Details' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Thursday, October 16, 2025');
      await expect(dialog).toContainText('6:30 PM – 9:00 PM');
      await expect(dialog).toContainText('Central European Summer Time (Europe/Berlin)');
    });

    test(`${timezoneId} sees details that are loaded open as the server wrote them`, async ({
      page,
    }) => {
      for (const { slug } of events) {
        const response = await page.goto(`/events?event=${slug}`);
        const html = (await response?.text()) ?? '';
        await visit(page, `/events?event=${slug}`);
        for (const value of await page.getByRole('dialog').locator('dl > div > dd').all()) {
          const text = await value.textContent();
          if (!text?.includes('Copy link')) expect(html).toContain(text);
        }
      }
    });

    test(`${timezoneId} reads the same day of the last update, loaded or by a link`, async ({
      page,
    }) => {
      const response = await page.goto('/privacy');
      const html = (await response?.text()) ?? '';
      const [, day = ''] = /Last updated:.*?<time dateTime="([\d-]+)"/.exec(html) ?? [];
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      await visit(page, '/privacy');
      const updated = page.getByText('Last updated:');
      await expect(updated).toHaveText(`Last updated: ${formatDay(day)}`);
      await page.getByRole('link', { name: 'Terms of Use' }).click();
      await expect(page).toHaveURL('/terms');
      await expect(updated).toHaveText(`Last updated: ${formatDay(day)}`);
    });

    test(`${timezoneId} reads the posts with the days on which they appeared`, async ({ page }) => {
      await page.goto('/blog');
      const before = await page.locator('time').allTextContents();
      expect(before).toHaveLength(3);
      await visit(page, '/blog');
      expect(await page.locator('time').allTextContents()).toEqual(before);
    });

    test(`${timezoneId} reads the organisation's day and not its own`, async ({ page }) => {
      // Half past midnight in Berlin, where it is a day later than in Los Angeles.
      await page.clock.setFixedTime('2026-03-09T23:30:00Z');
      await visit(page, '/');
      await page.getByRole('link', { name: 'Legal' }).click();
      await expect(page.getByText('Last updated:')).toHaveText('Last updated: Mar 10, 2026');
    });
  });
}
