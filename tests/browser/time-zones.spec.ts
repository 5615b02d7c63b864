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
      const { startAt, endAt, timezone } = someEvent;
      await expect(dialog).toContainText(formatFullDate(startAt, timezone));
      await expect(dialog).toContainText(formatTimeRange(startAt, endAt, timezone));
      await expect(dialog).toContainText(formatTimeZone(startAt, timezone));
    });

    test(`${timezoneId} sees details that are loaded open as the server wrote them`, async ({
      page,
    }) => {
      for (const { slug } of events) {
        const response = await page.goto(`/events?event=${slug}`);
        const html = (await response?.text()) ?? '';
        await untilHydrated(page);
        const values = await page.getByRole('dialog').locator('dl > div > dd').allTextContents();
        const texts = values.filter((text) => !text.includes('Copy link'));
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) expect(html).toContain(text);
      }
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
