import { chromium } from 'playwright';
import sharp from 'sharp';
import { startOurs } from './bench/servers.ts';
import { getChromium } from './get-chromium.ts';

/* `npm run picture`: the README's picture of the home page, by Chromium from the built site. */

const file = '.github/home.webp';

await using site = await startOurs();
await using browser = await chromium.launch({ executablePath: await getChromium() });
const viewport = { width: 1200, height: 750 };
const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
await page.goto(site.origin, { waitUntil: 'networkidle' });
const screenshot = await page.screenshot();
const { size } = await sharp(screenshot).webp({ quality: 65 }).toFile(file);
console.log(`Wrote ${file}: ${size} bytes`);
