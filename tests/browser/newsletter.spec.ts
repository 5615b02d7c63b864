import { expect, type Page } from 'playwright/test';
import { newsletterOutcomes as outcomes } from '#shared/content/newsletter-outcomes.ts';
import { thankYou } from '#shared/content/thank-you.ts';
import { test } from '../helpers/browser/browser-test.ts';
import { untilHydrated } from '../helpers/browser/hydrated-page.ts';
import { type MailSite, startMailSite } from '../helpers/newsletter/mail-site.ts';
import { readLink } from '../helpers/newsletter/smtp.ts';

/* The whole subscription, on a separate server that writes mails into its folder. */

test.describe.configure({ mode: 'default' }); // All tests run in one worker, so one server starts.

let site: MailSite;

test.beforeAll(async () => {
  site = await startMailSite();
});
test.afterAll(() => site[Symbol.asyncDispose]());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, reducedMotion: 'no-preference' });
    const arrive = async (page: Page, path: string) => {
      await page.goto(site.origin + path);
      if (javaScriptEnabled) await untilHydrated(page);
    };

    test('a visitor can subscribe, confirm, return and unsubscribe', async ({
      page,
      expectConsole,
    }) => {
      expectConsole(/Failed to load resource: .* status of 410/);
      const email = `asha-${javaScriptEnabled}@example.com`;
      const subscribe = async () => {
        await page.getByLabel('Email address').fill(email);
        await page.getByRole('button', { name: 'Subscribe' }).click();
        await expect(page.getByText(thankYou.captureNotice)).toBeVisible();
      };

      await test.step('an incomplete link shows a form, which subscribes', async () => {
        await arrive(page, '/newsletter/confirm?token=cut');
        await expect(heading(page)).toHaveText(outcomes['link-expired'].heading);
        await subscribe();
        await expect(page).toHaveURL(`${site.origin}/thank-you?type=newsletter`);
        await expect(heading(page)).toHaveText(thankYou.messages.newsletter.title);
      });
      const mail = await site.waitForMail(email);

      await test.step('a scanner that follows every link and runs every script changes nothing', async () => {
        for (const which of ['unsubscribe', 'confirm'] as const) {
          await arrive(page, readLink(mail, which));
          await page.waitForLoadState('networkidle');
        }
        await expect(heading(page)).toHaveText(outcomes.confirm.heading);
      });

      await test.step('the button confirms, and a second visit says that it has', async () => {
        await page.getByRole('button', { name: outcomes.confirm.action }).click();
        await expect(heading(page)).toHaveText(outcomes.confirmed.heading);
        if (javaScriptEnabled) await untilHydrated(page);
        await arrive(page, readLink(mail, 'confirm'));
        await expect(heading(page)).toHaveText(outcomes['already-confirmed'].heading);
      });

      await test.step('Not now leads to the form, which responds as to a new address', async () => {
        await arrive(page, readLink(mail, 'unsubscribe'));
        await page.getByRole('link', { name: 'Not now' }).click();
        await subscribe();
      });

      await test.step('the button unsubscribes, and a link leads to Home', async () => {
        await arrive(page, readLink(mail, 'unsubscribe'));
        await expect(heading(page)).toHaveText(outcomes.unsubscribe.heading);
        await page.getByRole('button', { name: outcomes.unsubscribe.action }).click();
        await expect(heading(page)).toHaveText(outcomes.unsubscribed.heading);
        if (javaScriptEnabled) await untilHydrated(page);
        const next = page
          .getByRole('main')
          .getByRole('link', { name: outcomes.unsubscribed.action });
        await next.click();
        await expect(page).toHaveURL(`${site.origin}/`);
      });
    });

    test('the form explains an invalid address, and accepts its correction', async ({
      page,
      expectConsole,
    }) => {
      if (!javaScriptEnabled) expectConsole(/Failed to load resource: .* status of 422/);
      await arrive(page, '/blog');
      if (javaScriptEnabled) await page.evaluate(translate);
      const field = page.getByLabel('Email address');
      for (const [width, height] of [
        [1280, 500],
        [375, 560],
        [320, 300],
      ] as const) {
        await test.step(`field and message are in view at ${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          await field.fill('asha@nowhere');
          // The field is at the lower edge of the window, so anything below it is not visible.
          await field.evaluate((element) => {
            element.scrollIntoView({ block: 'end' });
          });
          const loaded = javaScriptEnabled ? undefined : page.waitForResponse('**/newsletter');
          await page.keyboard.press('Enter');
          await loaded;
          await expect(page).toHaveURL(site.origin + (javaScriptEnabled ? '/blog' : '/newsletter'));
          await expect(field).toHaveValue('asha@nowhere');
          await expect(field).toBeFocused();
          await expect(field).toHaveAccessibleDescription(/^Enter a full email address/);
          const message = page.locator('form').getByRole('alert').filter({ visible: true });
          for (const seen of [field, message]) await expect(seen).toBeInViewport({ ratio: 1 });
          const top = await field.evaluate((element) => element.getBoundingClientRect().top);
          const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect());
          expect(top).toBeGreaterThanOrEqual(header.bottom);
        });
      }

      await field.fill(`ravi-${javaScriptEnabled}@example.com`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${site.origin}/thank-you?type=newsletter`);
    });
  });
}

/** Changes the page as a browser's translator does: it wraps each text, including later ones, in an element. */
function translate() {
  new MutationObserver(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      if (/^(font|script)$/.test(text.parentElement?.localName ?? '')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
