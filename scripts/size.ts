import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fontFiles } from '#client/styles/font-files.ts';
import { buildBrowser } from './build/browser.ts';
import { weighPages, weighParts } from './build/budget.ts';
import { explainGrowth, formatSizes, type Measure } from './size/compare.ts';
import { measureHome, measurePages } from './size/measure-answers.ts';
import { withBuiltServer } from './start-site.ts';

/* `npm run size`: what a visitor's browser has to fetch, against the budget and against
   scripts/size/baseline.json. Exits with 1 over budget and names what grew since the baseline, which
   `npm run size -- --update` writes anew. */

const root = resolve(import.meta.dirname, '..');
const baselineFile = join(root, 'scripts/size/baseline.json');

const scratch = await mkdtemp(join(tmpdir(), 'setu-size-'));
try {
  const { manifest, metafile } = await buildBrowser({ mode: 'production', outDir: scratch });
  const weights = await weighPages(manifest, scratch);
  const scripts: Measure[] = weights.map(({ page, brotli }) => ({
    name: `JavaScript of ${page}`,
    bytes: brotli,
    budget: 90_000,
  }));
  const hydrating = new Set(weights.flatMap(({ files }) => files));
  const parts: Measure[] = [...weighParts([...hydrating], metafile)].map(([part, bytes]) => ({
    name: `part ${part}`,
    bytes,
  }));
  const fontSizes = await Promise.all(
    Object.values(fontFiles).map((file) => stat(join(root, 'public', file))),
  );
  const fonts: Measure = {
    name: 'Fonts',
    bytes: fontSizes.reduce((sum, { size }) => sum + size, 0),
    budget: 75_000,
  };
  const answers = await withBuiltServer(async (origin) => [
    ...(await measurePages(origin)),
    ...(await measureHome(origin)),
  ]);

  const measures = [...answers, fonts, ...scripts, ...parts];
  if (process.argv.includes('--update')) {
    const baseline = Object.fromEntries(measures.map(({ name, bytes }) => [name, bytes]));
    await writeFile(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
    console.log(`Wrote ${measures.length} sizes to scripts/size/baseline.json`);
  }
  const baseline: Readonly<Record<string, number>> = JSON.parse(
    await readFile(baselineFile, 'utf8'),
  );
  console.log(formatSizes(measures, baseline));
  const growth = explainGrowth(measures, baseline);
  if (growth) {
    console.error(growth);
    process.exitCode = 1;
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
