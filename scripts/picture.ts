import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright';
import sharp, { type OverlayOptions } from 'sharp';
import { pages } from '#shared/routes.ts';
import { getChromium } from './install/get-chromium.ts';
import { startSite } from './site/start-site.ts';

/*
 * `npm run picture`: the README's picture of the home page, by Chromium from the built site. With `--all` instead
 * one picture of all pages at two widths in both themes, for changes of the design.
 */

const overviewFile = 'pictures/all.webp';

const { all } = parseArgs({ options: { all: { type: 'boolean' } } }).values;

await using site = await startSite({ MAIL: 'off', DATA_DIR: 'dist' });
await using browser = await chromium.launch({ executablePath: await getChromium() });
await (all ? makeOverview(browser, site.origin) : makePicture(browser, site.origin));

async function makePicture(browser: Browser, origin: string) {
  const file = '.github/home.webp';
  const viewport = { width: 1200, height: 750 };
  const screenshot = await takeScreenshot(browser, origin, { viewport, colorScheme: 'light' });
  const { size } = await sharp(screenshot).webp({ quality: 65 }).toFile(file);
  console.log(`Wrote ${file}: ${size} bytes`);
}

/** Each page in one column: wide and narrow, light and dark, as many as fit. */
async function makeOverview(browser: Browser, origin: string) {
  const views = [
    { viewport: { width: 1440, height: 900 }, shown: 240 },
    { viewport: { width: 375, height: 800 }, shown: 120 },
  ];
  const [titleHeight, height, gap] = [28, 1040, 8];
  const paths = [...pages.flatMap(({ path }) => path ?? []), '/no-such-page'];
  const columnWidth = views.reduce((sum, { shown }) => sum + 2 * (shown + gap), 4 * gap);
  const perRow = 4;
  const cells: OverlayOptions[] = [];
  for (const [index, path] of paths.entries()) {
    let left = (index % perRow) * columnWidth;
    const top = Math.floor(index / perRow) * (titleHeight + height + gap);
    const title = `<svg xmlns="http://www.w3.org/2000/svg" width="${columnWidth}" height="${titleHeight}"><text x="0" y="20" font-family="sans-serif" font-size="16">${path}</text></svg>`;
    cells.push({ input: Buffer.from(title), left, top });
    for (const { viewport, shown } of views) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const screenshot = await takeScreenshot(browser, origin + path, { viewport, colorScheme });
        const scaled = await sharp(screenshot).resize({ width: shown }).toBuffer();
        const { height: whole } = await sharp(scaled).metadata();
        const extract = { left: 0, top: 0, width: shown, height: Math.min(height, whole) };
        const input = await sharp(scaled).extract(extract).toBuffer();
        cells.push({ input, left, top: top + titleHeight });
        left += shown + gap;
      }
    }
    console.log(path);
  }
  const rows = Math.ceil(paths.length / perRow);
  const create = {
    width: perRow * columnWidth,
    height: rows * (titleHeight + height + gap),
    channels: 3,
    background: '#fff',
  } as const;
  await mkdir('pictures', { recursive: true });
  await sharp({ create }).composite(cells).webp({ quality: 80 }).toFile(overviewFile);
  console.log(`Wrote ${overviewFile}`);
}

/** Takes a screenshot of the first view; with `--all`, of the whole page. */
async function takeScreenshot(browser: Browser, url: string, options: BrowserContextOptions) {
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
  await page.goto(url, { waitUntil: 'networkidle' });
  const screenshot = await page.screenshot({ fullPage: all === true });
  await page.close();
  return screenshot;
}
