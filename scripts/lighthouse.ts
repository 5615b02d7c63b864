import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { events } from '#shared/content/events.ts';
import { pages } from '#shared/routes.ts';
import { getMedian } from './bench/report.ts';
import { getChromium } from './find-chromium.ts';
import { createProgressReport } from './progress-bar.ts';
import { formatTable } from './readme/format-table.ts';
import { withBuiltServer } from './start-site.ts';

/* `npm run lighthouse [-- --runs 5] [/path …]`: Lighthouse's mobile run (simulated slow 4G) over every
   page, each figure the median of several runs. npm fetches Lighthouse. Exits with 1 where a page
   misses a goal. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number');

const score = z.object({ score: z.number() }).transform((given) => Math.round(given.score * 100));
const value = z.object({ numericValue: z.number() }).transform(({ numericValue }) => numericValue);
const categories = z.record(z.string(), score);
const audits = z.object({
  'largest-contentful-paint': value,
  'total-blocking-time': value,
  'cumulative-layout-shift': value,
  'total-byte-weight': value,
});

/** What we read of a report: the scores, and the figures of the audits above. */
const reportSchema = z
  .object({ categories, audits })
  .transform((report): Record<string, number> => ({ ...report.categories, ...report.audits }));

const columns = [
  ['performance', 100, 0],
  ['accessibility', 100, 0],
  ['best-practices', 100, 0],
  ['seo', 100, 0],
  ['largest-contentful-paint', 1000, 0],
  ['total-blocking-time', 50, 0],
  ['cumulative-layout-shift', 0.0005, 4],
  ['total-byte-weight', Number.POSITIVE_INFINITY, 0],
] as const;

const chromium = await getChromium();
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
try {
  const paths = [
    ...pages.flatMap(({ path }) => path ?? []),
    '/events?view=calendar',
    ...events.slice(0, 1).map(({ slug }) => `/events?event=${slug}`),
  ];
  const wanted = positionals.length > 0 ? positionals : paths;
  const progress = createProgressReport('Lighthouse');
  const rows: string[][] = [];
  await withBuiltServer(async (origin) => {
    for (const [at, path] of wanted.entries()) {
      const reports: Record<string, number>[] = [];
      for (let run = 1; run <= runs; run += 1) {
        reports.push(await runLighthouse(origin + path));
        progress.update(at * runs + run, wanted.length * runs);
      }
      rows.push([path, ...formatFigures(path, reports)]);
    }
  });
  progress.end();
  console.log(formatTable([['page', ...columns.map(([name]) => name)], ...rows]));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The medians of a page's reports; `!` marks a missed goal. */
function formatFigures(path: string, reports: readonly Record<string, number>[]): string[] {
  // Pages that ask search engines to stay away lose points for that.
  const isIndexed = pages.some((page) => page.path === path.split('?')[0] && page.indexed);
  return columns.map(([name, goal, digits]) => {
    const figure = getMedian(reports.map((report) => report[name] ?? Number.NaN));
    const isMet = goal === 100 ? figure === goal : figure <= goal;
    const isMissed = !isMet && (name !== 'seo' || isIndexed);
    if (isMissed) process.exitCode = 1;
    return `${isMissed ? '! ' : ''}${figure.toFixed(digits)}`;
  });
}

async function runLighthouse(url: string): Promise<Record<string, number>> {
  const file = join(folder, 'report.json');
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const command = [
    ...['exec', '--yes', '--package=lighthouse@13', '--', 'lighthouse', url],
    ...['--quiet', '--output=json', `--output-path=${file}`],
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=--headless=new --disable-gpu${sandbox}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  await once(spawn('npm', command, { stdio: ['ignore', 'ignore', 'inherit'], env }), 'exit');
  return reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
