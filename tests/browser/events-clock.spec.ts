import { expect, type Page } from 'playwright/test';
import { formatTime } from '#shared/dates/format.ts';
import { testOn } from '../helpers/browser/browser-test.ts';
import { isMarked, visit } from '../helpers/browser/hydrated-page.ts';
import { sampleEvents } from '../helpers/content/sample-content.ts';

const [event] = sampleEvents;
if (!event) throw new Error('The samples have an event');
const start = Date.parse(event.startAt);
const end = Date.parse(event.endAt);
const hour = 3_600_000;

const setServer = (page: Page, time: number) =>
  page.request.get(`/clock/${new Date(time).toISOString()}`);

// When data are fetched again is in tests/client/data/page-query.test.ts.
testOn('tests/helpers/site/site-at.ts')(
  'an open page shows at once that an event is under way, and open details that it has ended',
  async ({ page }) => {
    await setServer(page, start - hour);
    await page.clock.install({ time: start - hour });
    await visit(page, '/events');
    const card = page.getByRole('article', { name: event.title, exact: true });
    const underWay = card.getByText(`Under way until ${formatTime(event.endAt)}`);
    await expect(underWay).toHaveCount(0);
    await setServer(page, start);
    await page.clock.fastForward(hour + 1);
    await expect(underWay).toBeVisible();

    await card.getByRole('button', { name: 'View Details' }).click();
    const dialog = page.getByRole('dialog', { name: event.title });
    await expect(dialog.getByText('Add to calendar')).toBeVisible();
    await setServer(page, end);
    await page.clock.fastForward(end - start);
    await expect(dialog.getByText('This event has taken place.')).toBeVisible();
    await expect(dialog.getByText('Add to calendar')).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  },
);
