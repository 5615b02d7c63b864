import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { z } from 'zod';
import { events } from '#shared/content/events.ts';
import { pages } from '#shared/routes.ts';
import {
  formatValues,
  getMedian,
  meetsGoal,
  parseAmount,
  type Row,
  report,
} from './bench/results.ts';
import { buildNaive, createFolder, ourServer, startServer } from './bench/servers.ts';
import { getChromium } from './find-chromium.ts';
import { getFreePort } from './find-free-port.ts';
import { createProgressReport } from './progress-bar.ts';
import { formatTable } from './readme/format-table.ts';

/* `npm run lighthouse [-- --runs 5] [--modes mobile,desktop] [--readme] [/path …]`: Lighthouse over every
   page, and over the naive server's home page beside ours, in turn. npm fetches Lighthouse. Exits with 1
   where a page misses a goal. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    modes: { type: 'string', default: 'mobile,desktop' },
    readme: { type: 'boolean', default: false },
  },
});
const runs = parseAmount(values.runs);

/** Names of our figures, their units, where Lighthouse has them, and our goals. */
const measures: readonly (readonly [string, Row['unit'], id: string, goal?: Row['goal']])[] = [
  ['performance', 'points', 'performance', { max: 100 }],
  ['first paint', 'ms', 'first-contentful-paint'],
  ['largest paint', 'ms', 'largest-contentful-paint'],
  ['blocking time', 'ms', 'total-blocking-time', { max: 0.5, of: 'naive' }],
  ['layout shift', 'shift', 'cumulative-layout-shift', { max: 0.0005 }],
  ['JavaScript', 'kB', 'sent'],
  ['JavaScript, unpacked', 'kB', 'unpacked', { max: 260 }],
];
/** Which cost nothing at run time: once is enough. */
const otherCategories = ['accessibility', 'best-practices', 'seo'];

const numericValue = z
  .object({ numericValue: z.number() })
  .transform((audit) => audit.numericValue);
const requestOf = z.object({
  resourceType: z.string().optional(),
  transferSize: z.number(),
  resourceSize: z.number(),
});
const resultOf = z
  .object({
    lhr: z.object({
      categories: z.record(z.string(), z.object({ score: z.number() })),
      audits: z.object({
        'first-contentful-paint': numericValue,
        'largest-contentful-paint': numericValue,
        'total-blocking-time': numericValue,
        'cumulative-layout-shift': numericValue,
        'network-requests': z.object({ details: z.object({ items: z.array(requestOf) }) }),
      }),
    }),
  })
  .transform(({ lhr }): Readonly<Record<string, number>> => {
    const { 'network-requests': requests, ...audits } = lhr.audits;
    const scripts = requests.details.items.filter((each) => each.resourceType === 'Script');
    const scores = Object.entries(lhr.categories).map(([id, { score }]) => [id, score * 100]);
    return {
      ...audits,
      ...Object.fromEntries(scores),
      sent: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      unpacked: scripts.reduce((sum, { resourceSize }) => sum + resourceSize, 0) / 1000,
    };
  });

const failureOf = z.object({
  lhr: z.object({ runtimeError: z.object({ message: z.string() }) }),
});

const { lighthouse, desktopConfig } = await fetchLighthouse();
const executablePath = await getChromium();
const modes = values.modes.split(',');
const paths = positionals.length > 0 ? positionals : listPaths();
const progress = createProgressReport('Lighthouse');
const total = modes.length * (paths.length + Number(paths.includes('/'))) * runs;
let done = 0;

await using folder = await createFolder();
await using ours = await startServer(ourServer());
await using naive = await startServer(await buildNaive(folder.path));
const rows: Row[] = [];
const tables: string[] = [];
for (const mode of modes) {
  const own = new Map<string, Figures>();
  let theirs: Figures = {};
  for (const path of paths) {
    const origins = path === '/' ? [ours.origin, naive.origin] : [ours.origin];
    const [first = {}, second = {}] = await measure(
      mode,
      origins.map((origin) => origin + path),
    );
    own.set(path, first);
    if (path === '/') {
      theirs = second;
      rows.push(...compareHome(mode, first, second));
    }
  }
  tables.push(`Every page, ${mode}:`, formatPages(own, theirs));
}
progress.end();
const note = `Lighthouse's simulated phone and desktop computer; runs: ${runs}. JavaScript as sent, with headers.`;
await report({ title: 'Pages in a browser', note, rows, text: tables.join('\n\n') }, values.readme);

/** Medians are made of these: values by the id that Lighthouse gives them. */
type Figures = Readonly<Record<string, readonly number[]>>;

/** Addresses in turn, as many runs as wanted. */
async function measure(mode: string, urls: readonly string[]): Promise<Figures[]> {
  const results: Record<string, number>[][] = urls.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [at, url] of urls.entries()) {
      results[at]?.push(await runLighthouse(url, mode, run === 0));
      done += 1;
      progress.update(done, total);
    }
  }
  return results.map((own) => {
    const ids = Object.keys(own[0] ?? {});
    return Object.fromEntries(ids.map((id) => [id, own.flatMap((each) => each[id] ?? [])]));
  });
}

function compareHome(mode: string, own: Figures, theirs: Figures): Row[] {
  return measures.map(([name, unit, id, goal]) => ({
    ...{ name: `home, ${mode}: ${name}`, unit, ours: own[id] ?? [], naive: theirs[id] ?? [] },
    ...(goal && { goal }),
  }));
}

/** `!` marks a missed goal. On each page the naive server's home page is what ours is compared with. */
function formatPages(figures: ReadonlyMap<string, Figures>, theirs: Figures): string {
  const head = ['page', ...measures.map(([name, unit]) => `${name}, ${unit}`), 'other scores'];
  const lines = [...figures].map(([path, own]) => {
    const cells = measures.map(([, unit, id, goal]) => {
      const row = { name: id, unit, ours: own[id] ?? [], naive: theirs[id], goal };
      return `${meetsGoal(row) ? '' : '! '}${formatValues(row.ours, unit)}`;
    });
    // Pages that ask search engines to stay away lose points for that.
    const isIndexed = pages.some((page) => page.path === path.split('?')[0] && page.indexed);
    const others = isIndexed ? otherCategories : otherCategories.slice(0, 1);
    const least = Math.min(...others.map((id) => getMedian(own[id] ?? [])));
    return [path, ...cells, `${least < 100 ? '! ' : ''}${least}`];
  });
  return formatTable([head, ...lines]);
}

function listPaths(): readonly string[] {
  return [
    ...pages.flatMap(({ path }) => path ?? []),
    '/events?format=online',
    ...events.slice(0, 1).map(({ slug }) => `/events?event=${slug}`),
    '/no-such-page',
  ];
}

/** In a browser of its own. What could not be measured, on a busy machine, is tried twice more. */
async function runLighthouse(
  url: string,
  mode: string,
  isFirst: boolean,
  attempt = 1,
): Promise<Readonly<Record<string, number>>> {
  const port = await getFreePort();
  const args = [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'];
  await using browser = await chromium.launch({ executablePath, args });
  const onlyCategories = ['performance', ...(isFirst ? otherCategories : [])];
  const flags = { port, onlyCategories, logLevel: 'error', ignoreStatusCode: true };
  const config = mode === 'desktop' ? desktopConfig : undefined;
  const result = await lighthouse(url, flags, config);
  const { success, data, error } = resultOf.safeParse(result);
  if (success) return data;
  const failure = failureOf.safeParse(result).data?.lhr.runtimeError.message ?? error.message;
  if (attempt === 3) throw new Error(`${url}: ${failure}`);
  console.error(`${url}: ${failure}`);
  await browser.close();
  return runLighthouse(url, mode, isFirst, attempt + 1);
}

/** Lighthouse as npm stores it: 85 packages that nothing else of ours needs. */
async function fetchLighthouse(): Promise<{
  readonly lighthouse: (url: string, flags: object, config?: object) => Promise<unknown>;
  readonly desktopConfig: object;
}> {
  const where = ['exec', '--yes', '--package=lighthouse@13', '-c', 'command -v lighthouse'];
  const program = realpathSync(execFileSync('npm', where, { encoding: 'utf8' }).trim());
  const load = (file: string) =>
    import(pathToFileURL(join(dirname(program), '../core', file)).href);
  const [{ default: lighthouse }, { default: desktopConfig }] = await Promise.all([
    load('index.js'),
    load('config/desktop-config.js'),
  ]);
  return { lighthouse, desktopConfig };
}
