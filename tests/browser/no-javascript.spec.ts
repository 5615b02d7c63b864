import { expect } from 'playwright/test';
import { questions as allQuestions } from '#shared/content/investor-faq.ts';
import { test } from '../helpers/browser-test.ts';
import { addressedRows } from '../helpers/page-rows.ts';
import {
  countTitles,
  emptySelection,
  filterLabels,
  itsOptions,
  lastParagraph,
  listTitles,
  someEvent,
} from '../helpers/some-event.ts';

test.use({ javaScriptEnabled: false });

test('every page is complete and visible', async ({ page }) => {
  for (const { path } of addressedRows) {
    await page.goto(path);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Theme/ })).toHaveCount(0);
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('main *, header *, footer *')]
        .filter((element) => {
          const { opacity, visibility } = getComputedStyle(element);
          return (
            (element.textContent ?? '').trim() !== '' &&
            (opacity === '0' || visibility !== 'visible')
          );
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(hidden, path).toEqual([]);
    // A heading, a paragraph or a point of a list that takes no room is not there for anybody.
    const missing = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3, p, li, a, button)')]
        .filter((element) => !element.closest('details:not([open]) > :not(summary), [hidden]'))
        .filter((element) => !element.matches('.needs-script, .needs-script *'))
        .filter((element) => element.getClientRects().length === 0)
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(missing, path).toEqual([]);
  }
});

test('the filters are a form with a button', async ({ page }) => {
  const { month, format } = itsOptions;
  const found = listTitles({ month: month.value, format: format.value });
  await page.goto('/events');
  await expect(page.getByRole('article')).toHaveCount(listTitles({}).length);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await page.getByRole('combobox', { name: 'Format' }).selectOption(format);
  await page.getByRole('button', { name: 'Show events' }).click();
  await expect(page.getByRole('article')).toHaveCount(found.length);
  await expect(page.getByRole('status')).toHaveText(
    countTitles({ month: month.value, format: format.value }),
  );
  await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue(month.value);
  expect(new URL(page.url()).searchParams.get('format')).toBe(format.value);

  for (const [name, label] of filterLabels) {
    await page.getByRole('combobox', { name: label }).selectOption(emptySelection[name]);
  }
  await page.getByRole('button', { name: 'Show events' }).click();
  await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByRole('article')).toHaveCount(listTitles({}).length);
});

test('the calendar is a choice of the form, and its button leads back with the filters kept', async ({
  page,
}) => {
  await page.goto('/events?city=berlin');
  await page.getByRole('radio', { name: 'Calendar' }).check();
  await page.getByRole('button', { name: 'Show events' }).click();
  await expect(page.getByText(/^Full calendar view coming soon/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Calendar' })).toBeChecked();
  await page.getByRole('button', { name: 'Switch to List View' }).click();
  await expect(page.getByRole('article')).toHaveCount(listTitles({ city: 'berlin' }).length);
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
});

test('View Details shows the details, and Close takes them away with the filters kept', async ({
  page,
}) => {
  const month = itsOptions.month.value;
  const card = page.getByRole('article', { name: someEvent.title, exact: true });
  await page.goto(`/events?month=${month}`);
  await card.getByRole('button', { name: 'View Details' }).click();
  const dialog = page.getByRole('dialog', { name: someEvent.title });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(lastParagraph)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeHidden();
  expect(new URL(page.url()).searchParams.get('event')).toBe(someEvent.slug);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/events?month=${month}`);
  await expect(card).toBeVisible();
});

test('the questions open and close', async ({ page }) => {
  await page.goto('/investor-faq');
  const questions = page.locator('details');
  await expect(questions).toHaveCount(allQuestions.length);
  const second = questions.nth(1);
  await second.locator('summary').click();
  await expect(second).toHaveAttribute('open');
  await expect(second.locator('p').first()).toBeVisible();
  await expect(questions.first()).toHaveAttribute('open');
  await second.locator('summary').click();
  await expect(second).not.toHaveAttribute('open');
  await expect(second.locator('p').first()).toBeHidden();
});

test('the theme follows the browser', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const read = () => page.locator('body').evaluate((it) => getComputedStyle(it).backgroundColor);
  const light = await read();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(read).not.toBe(light);
});
