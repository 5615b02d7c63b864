import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { events } from '#shared/content/events.ts';
import { pages } from '#shared/routes.ts';
import { withNaiveServer } from './bench/build-naive.ts';
import { formatTable } from './bench/report.ts';
import { getChromium } from './find-chromium.ts';
import { withBuiltServer } from './start-site.ts';

/* `npm run lighthouse [-- --runs 5] [/path …]`: Lighthouse's mobile run (simulated slow 4G) over every
   page and over the home page of the naive server (bench/naive/), each figure the median of several
   runs. npm fetches Lighthouse when it is wanted. Exits with 1 where a page of ours misses a goal. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number');

const score = z.object({ score: z.number() }).transform((given) => Math.round(given.score * 100));
const value = z.object({ numericValue: z.number() }).transform(({ numericValue }) => numericValue);

/** What we read of a report, in the order of the table. */
const reportSchema = z
  .object({
    categories: z.object({
      performance: score,
      accessibility: score,
      'best-practices': score,
      seo: score,
    }),
    audits: z.object({
      'largest-contentful-paint': value,
      'total-blocking-time': value,
      'cumulative-layout-shift': value,
      'total-byte-weight': value,
    }),
  })
  .transform(({ categories, audits }) => [...Object.values(categories), ...Object.values(audits)]);

const columns = [
  { title: 'performance', isMet: (figure: number) => figure === 100 },
  { title: 'accessibility', isMet: (figure: number) => figure === 100 },
  { title: 'practices', isMet: (figure: number) => figure === 100 },
  // Pages that ask search engines to stay away lose points for what is meant.
  { title: 'search', isMet: (figure: number, path: string) => figure === 100 || !isIndexed(path) },
  { title: 'paint, ms', isMet: (figure: number) => figure <= 1000 },
  { title: 'blocked, ms', isMet: (figure: number) => figure <= 50 },
  { title: 'shift', isMet: (figure: number) => figure < 0.0005, digits: 4 },
  { title: 'bytes', isMet: () => true },
];

const chromium = await getChromium();
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
try {
  const rows = await withBuiltServer((ours) =>
    withNaiveServer(async (naive) => {
      const paths = [
        ...pages.flatMap(({ path }) => path ?? []),
        '/events?view=calendar',
        ...events.slice(0, 1).map(({ slug }) => `/events?event=${slug}`),
      ];
      const measured = [{ path: 'naive', figures: await measure(`${naive}/`), isOurs: false }];
      for (const path of positionals.length > 0 ? positionals : paths) {
        measured.push({ path, figures: await measure(ours + path), isOurs: true });
      }
      return measured;
    }),
  );
  const table = rows.map(({ path, figures, isOurs }) => [
    path,
    ...columns.map(({ isMet, digits = 0 }, column) => {
      const figure = figures[column] ?? Number.NaN;
      const isMissed = isOurs && !isMet(figure, path);
      if (isMissed) process.exitCode = 1;
      return `${isMissed ? '! ' : ''}${figure.toFixed(digits)}`;
    }),
  ]);
  console.log(formatTable(['page', ...columns.map(({ title }) => title)], table));
} finally {
  await rm(folder, { recursive: true, force: true });
}

function isIndexed(path: string): boolean {
  return pages.some((page) => page.path === path.split('?')[0] && page.indexed);
}

/** The median of each figure. A run without a report, such as one without a paint, does not count. */
async function measure(url: string): Promise<readonly number[]> {
  const reports: (readonly number[])[] = [];
  for (let run = 1; run <= runs; run += 1) {
    console.error(`${url}, run ${run} of ${runs}`);
    const { data } = reportSchema.safeParse(await runLighthouse(url));
    if (data) reports.push(data);
  }
  if (reports.length === 0) throw new Error(`Lighthouse gave no report of ${url}`);
  return columns.map((_, column) => {
    const sorted = reports.map((figures) => figures[column] ?? 0).sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  });
}

async function runLighthouse(url: string): Promise<unknown> {
  const file = join(folder, 'report.json');
  await rm(file, { force: true });
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const command = [
    ...['exec', '--yes', '--package=lighthouse@13', '--', 'lighthouse', url],
    ...['--quiet', '--output=json', `--output-path=${file}`],
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=--headless=new --disable-gpu${sandbox}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  await once(spawn('npm', command, { stdio: 'ignore', env }), 'exit');
  const text = await readFile(file, 'utf8').catch(() => 'null');
  return JSON.parse(text);
}
