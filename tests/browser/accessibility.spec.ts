import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { openRow, reachableRows } from '../helpers/page-rows.ts';
import { someEvent } from '../helpers/some-event.ts';

/* axe is written into the page, which the policy of the site forbids. */
test.use({ bypassCSP: true, reducedMotion: 'reduce' });

/** What a theme can change for axe. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds, each as its rule and the elements that break it. */
async function findViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Legacy mode: without it axe opens another window for every look. Frames are rows of their own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ''}`);
    return `${id}: ${help}\n${elements.join('\n')}`;
  });
}

/** The same look in both themes and, where a width can matter, on a phone and a wide screen. */
async function expectNoViolations(page: Page, widths: readonly number[] = [375, 1440]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [theme, rules] of [
      ['light', []],
      ['dark', colourRules],
    ] as const) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      expect(await findViolations(page, rules), `${theme} at ${width} px`).toEqual([]);
    }
  }
}

for (const row of reachableRows) {
  test(`axe finds nothing on ${row.id}`, async ({ page, expectConsole }) => {
    await openRow(page, row, expectConsole);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await expectNoViolations(page);
  });
}

test('axe finds nothing in the details of an event, with a notification and a tooltip', async ({
  page,
}) => {
  await visit(page, `/events?event=${someEvent.slug}`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.resolve();
  });
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Link copied');
  await expect(toast).toBeVisible();
  await toast.hover(); // It stays while axe looks.
  await expectNoViolations(page, [1440]);
  await page.getByRole('button', { name: 'Close details' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectNoViolations(page, [1440]);
});

for (const [kind, title] of [
  ['success', 'Link copied'],
  ['failure', 'Not copied'],
] as const) {
  test(`axe finds nothing in the notification of a ${kind} that nobody has touched`, async ({
    page,
  }) => {
    await visit(page, `/events?event=${someEvent.slug}`);
    await page.evaluate((succeeds) => {
      navigator.clipboard.writeText = () => (succeeds ? Promise.resolve() : Promise.reject());
    }, kind === 'success');
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts.getByText(title)).toBeVisible();
    // A failure is read out at once from a copy, and is itself there for the ears once it has focus.
    if (kind === 'failure') await page.keyboard.press('F6');
    await expect(toasts.getByRole('button', { name: 'Close' })).toBeVisible();
    // It stays while axe looks, as it does while the visitor is in another window.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    expect(await findViolations(page)).toEqual([]);
    await expect(toasts.getByText(title)).toBeVisible();
  });
}

test('axe finds nothing in the newsletter form that refuses an address', async ({ page }) => {
  await visit(page, '/');
  await page.getByLabel('Email address').fill('asha@');
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await expectNoViolations(page);
});

test('axe finds nothing in an empty list and in the calendar', async ({ page }) => {
  for (const query of ['format=hybrid', 'view=calendar']) {
    await visit(page, `/events?${query}`);
    await expectNoViolations(page, [375]);
  }
});
