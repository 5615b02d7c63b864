import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';
import { untilHydrated } from '../helpers/hydrated-page.ts';
import { type ArrivedMail, readLink } from '../helpers/smtp.ts';

/* The whole journey on a server of its own, on trial: what is kept in its folder is the mail. */

let origin: string;
let folder: string;
let server: ChildProcess;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsletter-journey-'));
  server = spawn(process.execPath, ['--disable-warning=DEP0169', 'dist/server/index.js'], {
    env: { NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, LIMIT_PER_NETWORK: '1000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('The server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    origin = `http://127.0.0.1:${port}`;
    break;
  }
  server.stdout.resume();
});

test.afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true });
});

/** The newest mail to an address, when it has come. */
async function waitForMail(to: string): Promise<ArrivedMail> {
  let found: ArrivedMail | undefined;
  await expect(async () => {
    const names = (await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.eml'));
    for (const name of names) {
      const source = await readFile(join(folder, 'mail', name), 'utf8');
      if (source.includes(`To: ${to}\r\n`)) found = { to, source };
    }
    expect(found).toBeDefined();
  }).toPass();
  if (!found) throw new Error('No mail has come');
  return found;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });
    const arrive = async (page: Page, path: string) => {
      await page.goto(origin + path);
      if (javaScriptEnabled) await untilHydrated(page);
    };

    test('subscribe, confirm, come again, leave', async ({ page }) => {
      const email = `asha-${javaScriptEnabled}@example.com`;
      await arrive(page, '/blog');
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL(`${origin}/thank-you?type=newsletter`);
      await expect(heading(page)).toHaveText('Welcome to the newsletter');
      await expect(page.getByText('This site is on trial')).toBeVisible();
      if (javaScriptEnabled)
        await expect(page.getByText('Subscribed', { exact: true })).toBeVisible();

      const mail = await waitForMail(email);
      for (const welcome of ['Welcome to the circle of readers', 'You are with us already']) {
        await arrive(page, readLink(mail, 'confirm'));
        await expect(heading(page)).toHaveText('One click, and it begins');
        await page.getByRole('button', { name: 'Confirm my subscription' }).click();
        await expect(heading(page)).toHaveText(welcome);
        if (javaScriptEnabled) await untilHydrated(page);
      }
      await arrive(page, readLink(mail, 'unsubscribe'));
      await expect(heading(page)).toHaveText('Leave the newsletter?');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(heading(page)).toHaveText('You have left the newsletter');
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
      await expect(page).toHaveURL(`${origin}/`);
    });

    test('an address that is none is kept, explained and focused', async ({
      page,
      expectConsole,
    }) => {
      expectConsole(/Failed to load resource: .* status of 422/);
      await arrive(page, '/');
      // A browser lets it pass: it knows nothing of the world's domains.
      await page.getByLabel('Email address').fill('asha@nowhere');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      const field = page.getByLabel('Email address');
      await expect(page).toHaveURL(javaScriptEnabled ? `${origin}/` : `${origin}/newsletter`);
      await expect(field).toHaveValue('asha@nowhere');
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(/^Enter a full email address/);
      await field.fill(`ravi-${javaScriptEnabled}@example.com`);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL(`${origin}/thank-you?type=newsletter`);
    });

    test('a link that no longer works offers a new one', async ({ page, expectConsole }) => {
      expectConsole(/Failed to load resource: .* status of 410/);
      await arrive(page, '/newsletter/confirm?token=cut');
      await expect(heading(page)).toHaveText('This link no longer works');
      await page.getByLabel('Email address').fill(`meera-${javaScriptEnabled}@example.com`);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL(`${origin}/thank-you?type=newsletter`);
    });
  });
}

test('a scanner that follows every link and runs every script changes nothing', async ({
  page,
}) => {
  const email = 'scanned@example.com';
  await page.goto(`${origin}/blog`);
  await untilHydrated(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(`${origin}/thank-you?type=newsletter`);
  const mail = await waitForMail(email);
  for (const which of ['unsubscribe', 'confirm'] as const) {
    await page.goto(origin + readLink(mail, which));
    await untilHydrated(page);
    await page.waitForLoadState('networkidle');
  }
  // Neither confirmed nor gone: the first press of the button is the first confirmation.
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(heading(page)).toHaveText('Welcome to the circle of readers');
});
