import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ourServer, startServer } from './bench/servers.ts';
import { getChromium } from './find-chromium.ts';

/* `npm run picture`: the README's picture of the home page, by Chromium from the built site. */

const file = join(import.meta.dirname, '../.github/home.webp');
const maxBytes = 60_000;

await using site = await startServer(ourServer());
await using browser = await chromium.launch({
  executablePath: await getChromium(),
  args: ['--no-sandbox'],
});
const viewport = { width: 1200, height: 750 };
const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
await page.goto(site.origin, { waitUntil: 'networkidle' });
await page.evaluate(() => document.fonts.ready.then(() => {}));
// Playwright's own screenshots are PNG or JPEG only.
const devtools = await page.context().newCDPSession(page);
for (let quality = 80; ; quality -= 10) {
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > maxBytes && quality > 40) continue;
  if (bytes.length > maxBytes) throw new Error(`No picture of at most ${maxBytes} bytes`);
  await writeFile(file, bytes);
  console.log(`Wrote .github/home.webp: ${bytes.length} bytes, quality ${quality}`);
  break;
}
