import { expect } from 'playwright/test';
import { events } from '#shared/content/events.ts';
import { posts } from '#shared/content/posts.ts';
import { formatPlace } from '#shared/events/event.ts';
import { arrangeEvents } from '#shared/events/phase.ts';
import {
  formatDate,
  formatDay,
  formatLeaf,
  formatTimeRange,
  formatTimeZone,
} from '#shared/format.ts';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
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

test.use({ timezoneId: 'America/Los_Angeles', locale: 'de-DE' });

test('a visitor in Los Angeles sees events in their own time and the same days as everybody, hydrated in silence', async ({
  page,
  request,
}) => {
  const { slug, startAt, timezone } = someEvent;
  const zone = formatTimeZone(startAt, timezone);
  await visit(page, `/events?event=${slug}`);
  await expect(page.getByRole('dialog')).toContainText(zone);
  const cards = page.locator('main article');
  await expect(cards).toHaveCount(expected.length);
  for (const [index, texts] of expected.entries()) {
    for (const text of texts) await expect(cards.nth(index)).toContainText(text);
  }
  await page.keyboard.press('Escape');
  await cards.first().getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog')).toContainText(zone);

  const html = await (await request.get('/privacy')).text();
  const [, day = ''] = /Last updated:.*?<time dateTime="([\d-]+)"/.exec(html) ?? [];
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  await visit(page, '/privacy');
  const updated = page.getByText('Last updated:');
  await expect(updated).toHaveText(`Last updated: ${formatDay(day)}`);
  await page.getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(updated).toHaveText(`Last updated: ${formatDay(day)}`);
  await visit(page, '/blog');
  await expect(page.locator('time')).toHaveText(posts.map(({ date }) => formatDay(date)));
});
