import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, type LaunchOptions } from 'playwright/test';
import { test as base } from '../helpers/browser/browser-test.ts';
import { visit } from '../helpers/browser/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/browser/layout-shifts.ts';
import { someEvent } from '../helpers/content/some-event.ts';
import { listenLocally } from '../helpers/site/ask.ts';

/* HTML that arrives in pieces, as on a slow connection or with a parser that pauses on a slow phone: nothing that was
   painted moves. */

/** Pauses after each element that is not part of a line of text, before the text of a label and before an open dialog. */
const blockEnd =
  /(?<=<\/(?:p|li|h[1-6]|dt|dd|[uod]l|div|form|label|fieldset|section|article|nav|footer|main|summary|details|figure|dialog)>)|(?<=<label[^>]*>)|(?=<dialog)/;
const pause = 30; // milliseconds: longer than a frame

const test = base.extend<{ slowOrigin: string }, { launchOptions: LaunchOptions }>({
  // Playwright hides scrollbars, which take space in a desktop's windows.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
  slowOrigin: async ({ baseURL }, use) => {
    const slow = createServer(async (request, response) => {
      const found = await fetch(new URL(request.url ?? '/', baseURL));
      const bytes = Buffer.from(await found.arrayBuffer());
      for (const name of ['content-type', 'content-security-policy', 'server-timing']) {
        const value = found.headers.get(name);
        if (value !== null) response.setHeader(name, value);
      }
      response.writeHead(found.status);
      const isPage = found.headers.get('content-type')?.startsWith('text/html') ?? false;
      const [header = '', main = ''] = bytes.toString().split(/(?=<main)/);
      const links = header.split(/(?<=<a [^>]*>)/); // with longer pauses, or nothing is painted yet
      const pieces = isPage ? [...links, ...main.split(blockEnd)] : [bytes];
      for (const piece of pieces) {
        response.write(piece);
        if (isPage) await setTimeout(links.includes(`${piece}`) ? pause * 10 : pause);
      }
      response.end();
    });
    await using server = await listenLocally(slow);
    await use(`http://127.0.0.1:${server.port}`);
  },
});

const details = `/events?event=${someEvent.slug}`;

for (const { device, isMobile, visits } of [
  {
    device: 'desktop',
    isMobile: false,
    visits: [
      ['/', 1280],
      ['/events', 1280],
      ['/investor-faq', 1280],
      [details, 375],
    ],
  },
  {
    // Its scrollbars lie over the page: none takes space when the page grows longer than the window.
    device: 'phone',
    isMobile: true,
    visits: [
      ['/', 375],
      ['/blog', 375],
      [details, 375],
    ],
  },
] as const) {
  test.describe(device, () => {
    test.use({ isMobile });

    test(`nothing moves on a ${device} while a page arrives`, async ({ context, slowOrigin }) => {
      // All pages load at the same time, because most of the time is spent in pauses.
      const found = await Promise.all(
        visits.map(async ([path, width]) => {
          const page = await context.newPage();
          await page.setViewportSize({ width, height: 800 });
          await observeLayoutShifts(page);
          await visit(page, slowOrigin + path);
          return [path, width, await readLayoutShifts(page)];
        }),
      );
      expect(found).toEqual(visits.map(([path, width]) => [path, width, []]));
    });
  });
}
