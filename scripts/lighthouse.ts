import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { z } from 'zod';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { createTurns } from './bench/create-turns.ts';
import { type Goal, type Measurement, report } from './bench/results.ts';
import { startNaive, startOurs } from './bench/servers.ts';
import { budget } from './build/budget.ts';
import { getChromium } from './install/get-chromium.ts';
import { addInteractions } from './lighthouse/interactions.ts';
import { parseAmount, parseOptions } from './parse-options.ts';

/* `npm run lighthouse`: scripts/README.md, “Measurements”. npm fetches Lighthouse: nothing else of ours needs its
   85 packages. */

const { values, positionals } = parseOptions({ runs: { type: 'string', default: '5' } }, true);
const runs = parseAmount(values.runs);

/** The figures of a page and their goals, in the order of `figuresOf`. */
const measures: readonly (readonly [string, ...Goal[]])[] = [
  ['performance, points', { max: 100 }],
  ['first paint, ms', { max: 0.95, of: 'naive' }],
  ['largest paint, ms', { max: 0.75, of: 'naive' }],
  ['blocking time, ms', { max: 80 }],
  ['layout shift', { max: 0.01 }],
  ['JavaScript with headers, kB', { max: budget.script / 1000 }],
  ['other scores, the least, points', { max: 100 }],
];

const audit = z.object({ numericValue: z.number() });
const requestOf = z.object({ resourceType: z.string().optional(), transferSize: z.number() });
const figuresOf = z
  .object({
    categories: z.record(z.string(), z.object({ score: z.number() })),
    audits: z.object({
      'first-contentful-paint': audit,
      'largest-contentful-paint': audit,
      'total-blocking-time': audit,
      'cumulative-layout-shift': audit,
      'network-requests': z.object({ details: z.object({ items: z.array(requestOf) }) }),
    }),
  })
  .transform(({ categories: { performance, ...others }, audits }) => {
    const { 'network-requests': requests, ...rest } = audits;
    const scripts = requests.details.items.filter((each) => each.resourceType === 'Script');
    return [
      (performance?.score ?? 0) * 100,
      ...Object.values(rest).map(({ numericValue }) => numericValue),
      scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      Math.min(...Object.values(others).map(({ score }) => score)) * 100,
    ];
  });

const everyPath = [
  ...pages.flatMap(({ path }) => path ?? []),
  '/events?format=online',
  ...publishedContent.programme.events.slice(0, 1).map(({ slug }) => `/events?event=${slug}`),
  '/no-such-page',
];
const paths = positionals.length > 0 ? positionals : everyPath;
const executablePath = await getChromium();

await using ours = await startOurs();
await using naive = await startNaive();
await using browser = await chromium.launch({ executablePath });
const turns = createTurns('Lighthouse');
/** The figures of a page, one list for each run. */
const measure = (url: string, mode: string) => turns.add(() => runLighthouse(url, mode));
const visits = ['mobile', 'desktop'].flatMap((mode) => {
  const naiveHome = measure(naive.origin, mode);
  return paths.map((path) => ({ path, mode, own: measure(ours.origin + path, mode), naiveHome }));
});
const readInteractions = addInteractions(turns, browser, ours.origin, naive.origin);
await turns.take(runs);
const rows = visits.flatMap(({ path, mode, own, naiveHome }) =>
  measures.map(([name, ...goals], at): Measurement => {
    const pick = (figures: typeof own) => figures.flatMap((each) => each[at] ?? []);
    return { name: `${path}, ${mode}: ${name}`, ours: pick(own), naive: pick(naiveHome), goals };
  }),
);
report([...rows, ...readInteractions()]);

/** In a browser of its own. A failed measurement, on a busy machine, is repeated at most twice. */
async function runLighthouse(url: string, mode: string, attempts = 3): Promise<readonly number[]> {
  const isIndexed = pages.some(({ path, indexed }) => indexed && path === new URL(url).pathname);
  // Pages outside of the search index would lose points for these.
  const categories = `performance,accessibility${isIndexed ? ',best-practices,seo' : ''}`;
  const args = [
    ...['exec', '--yes', '--package=lighthouse@13', '--', 'lighthouse', url, '--output=json'],
    ...['--quiet', '--ignore-status-code', `--only-categories=${categories}`],
    ...(mode === 'desktop' ? ['--preset=desktop'] : []),
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
  ];
  const env = { ...process.env, CHROME_PATH: executablePath };
  try {
    const { stdout } = await promisify(execFile)('npm', args, { env, maxBuffer: 1e9 });
    return figuresOf.parse(JSON.parse(stdout));
  } catch (error) {
    console.error(`${url}: ${error}`);
    if (attempts === 1) throw error;
    return runLighthouse(url, mode, attempts - 1);
  }
}
