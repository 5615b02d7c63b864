import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import { findWrongFaces } from './fonts/measure-fallbacks.ts';
import { getChromium } from './install/get-chromium.ts';

/*
 * `npm run fonts`: measures the fallback fonts in Chromium and writes the widths that are wrong into their table,
 * `sizeAdjust` in `client/styles/fonts.ts`. A width within the tolerance stays unchanged.
 */

const file = 'client/styles/fonts.ts';

await using browser = await chromium.launch({ executablePath: await getChromium() });
const wrong = await findWrongFaces(await browser.newPage());

let table = await readFile(file, 'utf8');
for (const { family, weight, sizeAdjust, measured } of wrong) {
  const key = weight.includes(' ') ? `'${weight}'` : weight;
  const width = new RegExp(`(?<=family: '${family}',[^}]*sizeAdjust: {[^}]*${key}: )[\\d.]+`);
  if (!width.test(table)) throw new Error(`${file} has no width of ${family} ${weight}`);
  table = table.replace(width, String(measured));
  console.log(`${family} ${weight}: ${sizeAdjust} is now ${measured}`);
}
if (wrong.length > 0) await writeFile(file, table);
else console.log(`Every width in ${file} is right`);
