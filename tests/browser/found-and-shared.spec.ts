import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { site } from '#shared/site.ts';
import { test } from '../helpers/browser-test.ts';
import { isMarkedDocument, markDocument, visit } from '../helpers/hydrated-page.ts';
import { itsOptions, listTitles, someEvent } from '../helpers/some-event.ts';

test.use({ reducedMotion: 'reduce' });

const event = someEvent;
const { slug } = event;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: event.title });

/** What the head says of the address that is shown. */
function readHead(page: Page) {
  return page.evaluate(() => {
    const contents = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((each) => each.getAttribute(attribute));
    return {
      titles: [...document.head.querySelectorAll('title')].map((each) => each.textContent),
      canonical: contents('link[rel=canonical]', 'href'),
      robots: contents('meta[name=robots]', 'content'),
      ogTitle: contents('meta[property="og:title"]', 'content'),
      ogUrl: contents('meta[property="og:url"]', 'content'),
      ogImage: contents('meta[property="og:image"]', 'content'),
      ogAlt: contents('meta[property="og:image:alt"]', 'content'),
    };
  });
}

test('a page reached by links has the head that it has when it is loaded', async ({ page }) => {
  const addresses = ['/blog', '/events', `/events?event=${slug}`, '/thank-you', '/'];
  const loaded = new Map<string, Awaited<ReturnType<typeof readHead>>>();
  for (const address of addresses) {
    await visit(page, address);
    const head = await readHead(page);
    for (const [name, values] of Object.entries(head)) {
      const isThere = name !== 'robots' || address === '/thank-you';
      expect(values, `${name} of ${address}`).toHaveLength(isThere ? 1 : 0);
    }
    loaded.set(address, head);
  }
  await markDocument(page);
  for (const address of addresses) {
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      document.body.append(link);
      link.click();
      link.remove();
    }, address);
    await expect(page).toHaveURL(address);
    await expect.poll(() => readHead(page), address).toEqual(loaded.get(address));
  }
  expect(await isMarkedDocument(page)).toBe(true);
});

test('a picture that the head names is there, 1200 by 630', async ({ page, request, baseURL }) => {
  for (const address of ['/', '/blog', `/events?event=${slug}`]) {
    await page.goto(address);
    const [image = ''] = (await readHead(page)).ogImage;
    const response = await request.get((image ?? '').replace(site.origin, baseURL ?? ''));
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const png = await response.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the calendar view offers the filtered programme', async ({ page }) => {
    const month = itsOptions.month.value;
    await page.goto(`/events?month=${month}&view=calendar`);
    const subscribe = page.getByRole('link', { name: 'subscribe to these events' });
    await expect(subscribe).toHaveAttribute(
      'href',
      `webcal://setucircle.example/events.ics?month=${month}`,
    );
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'download them' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(listTitles({ month }).length);
  });
});

/** Gives the browser a share sheet with this outcome, which records what it was given. */
async function addShareSheet(page: Page, outcome: 'shares' | 'is closed' | 'fails') {
  await page.addInitScript((kind) => {
    const shared: unknown[] = [];
    Reflect.set(window, 'shared', shared);
    Reflect.set(navigator, 'share', async (data: unknown) => {
      shared.push(data);
      if (kind === 'is closed') throw new DOMException('', 'AbortError');
      if (kind === 'fails') throw new DOMException('', 'NotAllowedError');
    });
  }, outcome);
}
const readShared = (page: Page) => page.evaluate(() => Reflect.get(window, 'shared'));

test('Share hands the event to the system’s sheet, and Copy link stays', async ({ page }) => {
  await addShareSheet(page, 'shares');
  await visit(page, `/events?format=${event.format}&event=${slug}`);
  await dialogOf(page).getByRole('button', { name: 'Share' }).click();
  expect(await readShared(page)).toEqual([
    {
      title: event.title,
      text: event.summary,
      url: new URL(`/events?event=${slug}`, page.url()).href,
    },
  ]);
  await expect(dialogOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('a sheet that is closed again changes nothing and says nothing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await addShareSheet(page, 'is closed');
  await visit(page, `/events?event=${slug}`);
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await dialogOf(page).getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => readShared(page)).toHaveLength(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
  await expect(dialogOf(page).getByText(/copied/i)).toHaveCount(0);
});

test('a sheet that fails leaves the link on the clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await addShareSheet(page, 'fails');
  await visit(page, `/events?event=${slug}`);
  await dialogOf(page).getByRole('button', { name: 'Share' }).click();
  await expect(dialogOf(page).getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('without a sheet there is no button for one', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await visit(page, `/events?event=${slug}`);
  await expect(dialogOf(page).getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: 'Share' })).toHaveCount(0);
});

test('the bars of the browser follow the system, and the visitor who chooses otherwise', async ({
  page,
}) => {
  /** The first colour whose medium matches, as a browser reads it (HTML, "theme-color"). */
  const readColour = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('meta[name=theme-color]')]
          .find((each) => matchMedia(each.getAttribute('media') ?? '').matches)
          ?.getAttribute('content') ?? '',
    );
  const [light, dark] = ['#F7F1E5', '#0F1429'];
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/');
  expect(await readColour()).toBe(dark);
  await page.getByRole('button', { name: 'Theme: follows the system' }).click();
  expect(await readColour()).toBe(light);
  await page.reload();
  expect(await readColour()).toBe(light);
  await page.getByRole('button', { name: 'Theme: light' }).click();
  expect(await readColour()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await readColour()).toBe(dark);
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  expect(await readColour()).toBe(light);
});
