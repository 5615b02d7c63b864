import { expect } from 'playwright/test';
import { events } from '#shared/content/events.ts';
import { posts } from '#shared/content/posts.ts';
import { formatPlace } from '#shared/events/event.ts';
import { arrangeEvents } from '#shared/events/phase.ts';
import {
  formatDate,
  formatDay,
  formatFullDate,
  formatLeaf,
  formatTimeRange,
  formatTimeZone,
} from '#shared/format.ts';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated, visit } from '../helpers/hydrated-page.ts';
import { someEvent } from '../helpers/some-event.ts';

/* What the events say, the same for every visitor: tests/client/pages/events-page.test.ts has it in words. */
const { current, past } = arrangeEvents(events, Date.now());
const expected = [...current, ...past].map((event) => {
  const { startAt, endAt, timezone } = event;
  return [
    formatDate(startAt, timezone),
    formatTimeRange(startAt, endAt, timezone),
    formatPlace(event),
    ...Object.values(formatLeaf(startAt, timezone)),
  ];
});

for (const [timezoneId, locale] of [
  ['America/Los_Angeles', 'en-US'],
  ['Asia/Kolkata', 'de-DE'],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId, locale });

    test(`${timezoneId} sees the events in their own time, hydrated in silence`, async ({
      page,
    }) => {
      await visit(page, '/events');
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(expected.length);
      for (const [index, texts] of expected.entries()) {
        for (const text of texts) await expect(cards.nth(index)).toContainText(text);
      }
      const { slug, startAt, endAt, timezone } = someEvent;
      const details = [
        formatFullDate(startAt, timezone),
        formatTimeRange(startAt, endAt, timezone),
        formatTimeZone(startAt, timezone),
      ];
      await cards.first().getByRole('button', { name: 'View Details' }).click();
      for (const text of details) await expect(page.getByRole('dialog')).toContainText(text);
      await visit(page, `/events?event=${slug}`);
      for (const text of details) await expect(page.getByRole('dialog')).toContainText(text);
    });

    test(`${timezoneId} reads the same days of posts and updates, loaded or by a link`, async ({
      page,
    }) => {
      const response = await page.goto('/privacy');
      const html = (await response?.text()) ?? '';
      const [, day = ''] = /Last updated:.*?<time dateTime="([\d-]+)"/.exec(html) ?? [];
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      await untilHydrated(page);
      const updated = page.getByText('Last updated:');
      await expect(updated).toHaveText(`Last updated: ${formatDay(day)}`);
      await page.getByRole('link', { name: 'Terms of Use' }).click();
      await expect(page).toHaveURL('/terms');
      await expect(updated).toHaveText(`Last updated: ${formatDay(day)}`);
      await visit(page, '/blog');
      await expect(page.locator('time')).toHaveText(posts.map(({ date }) => formatDay(date)));
    });
  });
}
