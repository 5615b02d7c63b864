import { chromium } from 'playwright';
import sharp from 'sharp';
import { getChromium } from './install/get-chromium.ts';
import { startSite } from './site/start-site.ts';

/*
 * `npm run picture`: the README's picture of the home page, by Chromium from the built site. Its day is fixed, because
 * Home's line is another one each day: so a new picture shows only changes of the design.
 */

const moment = '2026-11-29T12:00:00Z';
const file = '.github/home.webp';

/** A module that stops the server's clock. */
const stoppedClock = `data:text/javascript,globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length > 0 ? given : ['${moment}'])); }
};`;

await using site = await startSite(
  { MAIL: 'off', DATA_DIR: 'dist' },
  { args: ['--import', stoppedClock, 'dist/server/index.js'] },
);
await using browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({
  viewport: { width: 1200, height: 750 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
await page.goto(site.origin, { waitUntil: 'networkidle' });
const { size } = await sharp(await page.screenshot())
  .webp({ quality: 65 })
  .toFile(file);
console.log(`Wrote ${file}: ${size} bytes`);
