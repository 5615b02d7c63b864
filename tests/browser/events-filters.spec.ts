import { expect, type Page } from 'playwright/test';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { type EventSelection, filterNames, selectAll } from '#shared/events/filter-events.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { publishedContent } from '#shared/site-content.ts';
import { expectNoViolations } from '../helpers/browser/axe.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { holdBack, isMarked, untilHydrated, visit } from '../helpers/browser/hydrated-page.ts';
import { countTitles, listTitles } from '../helpers/content/some-event.ts';

const { filters } = publishedContent.programme;

/** Expects a selection in the list, the address, the status and the controls. */
async function expectSelection(page: Page, selection: EventSelection) {
  const titles = listTitles(selection);
  await expect(page).toHaveURL(formatEventsUrl({ ...plainQuery, selection }));
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles);
  await expect(page.getByText(eventsTexts.emptyTitle)).toHaveCount(titles.length === 0 ? 1 : 0);
  await expect(page.locator('main').getByRole('status')).toHaveText(countTitles(selection));
  for (const name of filterNames) {
    const control = page.getByRole('combobox', { name: filters[name].label });
    await expect(control).toHaveValue(selection[name]);
  }
}

test('a choice takes effect at once, and an empty list offers to clear the filters', async ({
  page,
}) => {
  await visit(page, '/events');
  const status = page.locator('main').getByRole('status');
  await status.evaluate((element) => element.setAttribute('data-mark', 'same element'));
  await status.locator('p').evaluate((text) => text.setAttribute('data-mark', 'old text'));
  const city = page.getByRole('combobox', { name: 'City' });
  await city.focus();
  await page.keyboard.press('o'); // the first letter of the option Online
  await expectSelection(page, { ...selectAll, city: 'online' });
  // A live region is announced only if it existed before its text changed.
  await expect(status).toHaveAttribute('data-mark', 'same element');
  await expect(status.locator('[data-mark]')).toHaveCount(0); // new, also if the text is the same
  await expect(city).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { name: eventsTexts.emptyTitle })).toBeVisible();
  await expectNoViolations(page);
  await expect(page.getByText(eventsTexts.emptyText)).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expectSelection(page, selectAll);
  // The link disappears with the empty state: focus must not fall back to the body.
  await expect(page.locator('body')).not.toBeFocused();
  expect(await isMarked(page)).toBe(true);
});

for (const disturbed of [false, true]) {
  const words = disturbed ? ', although an extension has changed the page' : '';
  test(`what is chosen before hydration takes effect${words}`, async ({ page, expectConsole }) => {
    if (disturbed) expectConsole(/uncaught: Minified React error #418/);
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto('/events', { waitUntil: 'commit' });
    await page.getByRole('combobox', { name: 'Format' }).selectOption('online');
    await page.getByRole('radio', { name: 'Calendar' }).check();
    if (disturbed)
      await page
        .locator('label select')
        .first()
        .evaluate((it) => it.before('!'));
    release();
    await untilHydrated(page);
    await expect(page).toHaveURL('/events?format=online&view=calendar');
    await expect(page.getByText(eventsTexts.calendarText)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Format' })).toHaveValue('online');
    await page.getByRole('radio', { name: 'List' }).check();
    await expectSelection(page, { ...selectAll, format: 'online' });
    expect(await isMarked(page)).toBe(true);
  });
}

test('Back and Forward restore list, controls and view', async ({ page }) => {
  await visit(page, '/events');
  await expect(page.getByRole('button', { name: 'Show events' })).toBeHidden();
  const list = page.getByRole('radio', { name: 'List' });
  const calendar = page.getByRole('radio', { name: 'Calendar' });
  await calendar.check();
  await expect(page).toHaveURL('/events?view=calendar');
  await page.goBack();
  await expect(list).toBeChecked();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('October');
  await expect(page).toHaveURL('/events?month=october'); // An earlier choice would replace it.
  await page.getByRole('combobox', { name: 'City' }).selectOption('Online');
  await calendar.check();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page).toHaveURL('/events?month=october&city=online&view=calendar');
  await expect(page.getByText(eventsTexts.calendarText)).toBeVisible();
  await expectNoViolations(page);
  await page.goBack();
  await expect(list).toBeChecked();
  await expectSelection(page, { ...selectAll, month: 'october', city: 'online' });
  await page.goBack();
  await expectSelection(page, { ...selectAll, month: 'october' });
  await page.goBack();
  await expectSelection(page, selectAll);
  await page.goForward();
  await expectSelection(page, { ...selectAll, month: 'october' });
  await calendar.check();
  await page.getByRole('button', { name: eventsTexts.switchToList }).click();
  await expectSelection(page, { ...selectAll, month: 'october' });
  await expect(page.getByRole('combobox').first()).toBeFocused();
  expect(await isMarked(page)).toBe(true);
});
