import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { getChromium } from './find-chromium.ts';
import { withBuiltServer } from './start-site.ts';

/* `npm run picture`: the README's picture of the home page, by Chromium from the built site. */

const file = join(import.meta.dirname, '../.github/home.webp');
const maxBytes = 60_000;
const qualities = [80, 70, 60, 50, 40];

const browser = await chromium.launch({
  executablePath: await getChromium(),
  args: ['--no-sandbox'],
});
try {
  await withBuiltServer(async (origin) => {
    const viewport = { width: 1200, height: 750 };
    const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    // Playwright's own screenshots are PNG or JPEG only.
    const devtools = await page.context().newCDPSession(page);
    for (const quality of qualities) {
      const options = { format: 'webp', quality } as const;
      const { data } = await devtools.send('Page.captureScreenshot', options);
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length > maxBytes) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
      console.log(`Wrote .github/home.webp: ${bytes.length} bytes, quality ${quality}`);
      return;
    }
    throw new Error(`No picture of at most ${maxBytes} bytes`);
  });
} finally {
  await browser.close();
}
