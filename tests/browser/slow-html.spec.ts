import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, type LaunchOptions } from 'playwright/test';
import { listenLocally } from '../helpers/ask.ts';
import { test as base } from '../helpers/browser-test.ts';
import { visit } from '../helpers/hydrated-page.ts';
import { observeLayoutShifts, readLayoutShifts } from '../helpers/layout-shifts.ts';
import { someEvent } from '../helpers/some-event.ts';

/* HTML that arrives in pieces, as on a slow connection or with a parser that pauses on a slow phone: what has been
   painted does not move. */

/** After each element that is not part of a line of text, before the words of a label and before an open dialog. */
const blockEnd =
  /(?<=<\/(?:p|li|h[1-6]|dt|dd|[uod]l|div|form|label|fieldset|section|article|nav|footer|main|summary|details|figure|dialog)>)|(?<=<label[^>]*>)|(?=<dialog)/;
const pause = 30; // milliseconds: longer than a frame

const test = base.extend<{ slowOrigin: string }, { launchOptions: LaunchOptions }>({
  // With scrollbars, which take place in a desktop's windows: Playwright hides them.
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
      const links = header.split(/(?<=<a [^>]*>)/); // with longer pauses: else nothing is painted yet
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

for (const [path, width, isMobile] of [
  ['/', 1280, false],
  ['/', 375, true],
  ['/blog', 375, true],
  ['/events', 1280, false],
  ['/investor-faq', 1280, false],
  [`/events?event=${someEvent.slug}`, 375, true],
  [`/events?event=${someEvent.slug}`, 375, false],
] as const) {
  test.describe(`${path} at ${width} px, ${isMobile ? 'phone' : 'desktop'}`, () => {
    // A phone's scrollbars lie over the page: none takes its place when the page grows longer than the window.
    test.use({ viewport: { width, height: 800 }, isMobile });
    test('nothing moves while it arrives', async ({ page, slowOrigin }) => {
      await observeLayoutShifts(page);
      await visit(page, slowOrigin + path);
      expect(await readLayoutShifts(page)).toEqual([]);
    });
  });
}
