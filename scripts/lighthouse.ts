import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { createTurns } from './bench/create-turns.ts';
import { type Measurement, parseAmount, report } from './bench/results.ts';
import { startNaive, startOurs } from './bench/servers.ts';
import { getChromium } from './get-chromium.ts';
import { parseOptions } from './parse-options.ts';

/* `npm run lighthouse`: scripts/README.md, “Measurements”. npm fetches Lighthouse, whose 85 packages nothing else of
   ours needs. */

const options = {
  runs: { type: 'string', default: '5' },
  readme: { type: 'boolean', default: false },
} as const;
const { values, positionals } = parseOptions(options, true);
const runs = parseAmount(values.runs);

/** Our figures and goals, in the order of `figuresOf`. */
const measures: readonly Pick<Measurement, 'name' | 'unit' | 'goal'>[] = [
  { name: 'performance', unit: 'points', goal: { max: 100 } },
  { name: 'first paint', unit: 'ms' },
  { name: 'largest paint', unit: 'ms' },
  { name: 'blocking time', unit: 'ms', goal: { max: 0.5, of: 'naive' } },
  { name: 'layout shift', unit: '', goal: { max: 0.0005 } },
  { name: 'JavaScript to hydrate', unit: 'kB' },
  { name: 'JavaScript to hydrate, unpacked', unit: 'kB', goal: { max: 260 } },
  { name: 'other scores, the least', unit: 'points', goal: { max: 100 } },
];

const audit = z.object({ numericValue: z.number() });
const requestOf = z.object({
  ...{ url: z.string(), resourceType: z.string().optional() },
  ...{ transferSize: z.number(), resourceSize: z.number() },
});
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
    const scripts = requests.details.items.filter(
      (each) => each.resourceType === 'Script' && !each.url.includes('/after-hydration-'),
    );
    const sum = (sizes: readonly number[]) => sizes.reduce((one, other) => one + other, 0) / 1000;
    return [
      (performance?.score ?? 0) * 100,
      ...Object.values(rest).map(({ numericValue }) => numericValue),
      sum(scripts.map(({ transferSize }) => transferSize)),
      sum(scripts.map(({ resourceSize }) => resourceSize)),
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
const environment = { ...process.env, CHROME_PATH: await getChromium() };

await using ours = await startOurs();
await using naive = await startNaive();
const turns = createTurns('Lighthouse');
/** The figures of a page, in the order of `measures`, one list for each run. */
const measure = (url: string, mode: string) => turns.add(() => runLighthouse(url, mode));
const visits = ['mobile', 'desktop'].flatMap((mode) => {
  const theirs = measure(naive.origin, mode);
  return paths.map((path) => {
    const visit = `${path === '/' ? 'home' : path}, ${mode}`;
    return { visit, own: measure(ours.origin + path, mode), theirs };
  });
});
await turns.take(runs);
const rows = visits.flatMap(({ visit, own, theirs }) =>
  measures.map(({ name, unit, goal }, place): Measurement => {
    const pick = (figures: typeof own) => figures.flatMap((each) => each[place] ?? []);
    return { name: `${visit}: ${name}`, unit, ours: pick(own), naive: pick(theirs), goal };
  }),
);
const note = `Lighthouse's simulated phone and desktop computer; runs: ${runs}. JavaScript as sent, with headers, until the page is hydrated. Every page is compared with the naive server's home page.`;
await report({ title: 'Pages in a browser', note, rows }, values.readme);

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
  try {
    const { stdout } = await promisify(execFile)('npm', args, { env: environment, maxBuffer: 1e9 });
    return figuresOf.parse(JSON.parse(stdout));
  } catch (error) {
    console.error(`${url}: ${error}`);
    if (attempts === 1) throw error;
    return runLighthouse(url, mode, attempts - 1);
  }
}
