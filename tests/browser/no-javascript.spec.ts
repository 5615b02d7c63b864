import { expect } from 'playwright/test';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { standaloneRows } from '../helpers/browser/page-rows.ts';
import {
  countTitles,
  itsOptions,
  lastParagraph,
  listTitles,
  someEvent,
} from '../helpers/content/some-event.ts';

test.use({ javaScriptEnabled: false, reducedMotion: 'no-preference' });

test('every page is complete and visible', async ({ page }) => {
  for (const { path } of standaloneRows) {
    if (path === undefined) continue;
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible(); // exactly one: a locator of two is an error
    await expect(page.getByRole('button', { name: /^Theme/ })).toHaveCount(0);
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('main *, header *, footer *')]
        .filter((element) => {
          const { opacity, visibility } = getComputedStyle(element);
          const isSeen = opacity !== '0' && visibility === 'visible';
          return (element.textContent ?? '').trim() !== '' && !isSeen;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(hidden, path).toEqual([]);
    // Without a box an element is visible to nobody.
    const parts = page.locator('main :is(h1, h2, h3, p, li, a, button)');
    const left = 'details:not([open]) > :not(summary), [hidden], .needs-script';
    const missing = parts.and(page.locator(`:not(:is(${left}), :is(${left}) *)`));
    await expect(missing.filter({ visible: false })).toHaveCount(0);
  }
  const readGround = () =>
    page.locator('body').evaluate((it) => getComputedStyle(it).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await readGround();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(readGround).not.toBe(light);
});

test('filters, calendar and details are one form with a button', async ({ page }) => {
  const { month, format } = itsOptions;
  const chosen = { month: month.value, format: format.value };
  const control = (name: string) => page.getByRole('combobox', { name });
  const show = () => page.getByRole('button', { name: 'Show events' }).click();
  const expectFound = async () => {
    await expect(page.getByRole('article')).toHaveCount(listTitles(chosen).length);
    await expect(page.getByRole('status')).toHaveText(countTitles(chosen));
    await expect(control('Month')).toHaveValue(month.value);
    await expect(control('Format')).toHaveValue(format.value);
  };
  await page.goto('/events');
  await expect(page.getByRole('article')).toHaveCount(listTitles({}).length);
  await control('Month').selectOption(month);
  await control('Format').selectOption(format);
  await show();
  await expectFound();

  await test.step('the calendar leads back to the filtered programme', async () => {
    await page.getByRole('radio', { name: 'Calendar' }).check();
    await show();
    await expect(page.getByText(eventsTexts.calendarText)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Calendar' })).toBeChecked();
    await page.getByRole('button', { name: eventsTexts.switchToList }).click();
    await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
    await expectFound();
  });

  await test.step('View Details shows the details, and Close hides them', async () => {
    const card = page.getByRole('article', { name: someEvent.title, exact: true });
    await card.getByRole('button', { name: 'View Details' }).click();
    const dialog = page.getByRole('dialog', { name: someEvent.title });
    await expect(dialog.getByRole('heading')).toBeFocused();
    await expect(dialog.getByText(lastParagraph)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeHidden();
    await expect(dialog.getByRole('link', { name: 'Link to this event' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('event')).toBe(someEvent.slug);
    await card.getByRole('button').click({ trial: true }); // The details do not cover it.
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFound();
  });
});
