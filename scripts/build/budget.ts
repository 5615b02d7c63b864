import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { fontFiles } from '#client/styles/font-files.ts';
import { describeProblems } from '#shared/check-content/entry-rules.ts';
import type { Event } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { countPages, formatListUrl } from '#shared/paging.ts';
import { pages } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { startSite } from '../start-site.ts';
import type { BuildManifest } from './manifest.ts';

/** The maximum sizes of the site. The build and the tests read them here. */
export const budget = {
  /** Bytes of a page as sent, with headers: ten segments, sent before the first acknowledgement (RFC 6928). */
  html: 14_336,
  /** The same for /events, whose first paint is measured (`npm run lighthouse`). */
  eventsHtml: 16_000,
  /** Bytes of JavaScript that a page receives, the headers of the responses included. */
  script: 115_000,
  scripts: 8,
  fonts: 75_000,
  /** Bytes of everything that the home page fetches by itself, headers included. */
  home: 210_000,
  homeRequests: 16,
} as const;

/** Bytes of the headers of a script's response: an estimate, which a test compares with a browser. */
const headersSize = 820;

interface Build {
  readonly outDir: string;
  readonly content: SiteContent;
  readonly manifest: BuildManifest;
  readonly metafile: Metafile;
}

/** Measures a compressed build: a report for the terminal, and a line for each breach of the budget. */
export async function weighBuild({ outDir, content, manifest, metafile }: Build) {
  const fonts = Object.values(fontFiles).map((file) => weighFile(join(outDir, 'public', file)));
  const html = await weighHtml(outDir, content);
  const all: readonly Weights[] = [
    {
      title: 'JavaScript as sent, with headers',
      weights: [[`${manifest.scripts.length} files`, weighScripts(outDir, manifest.scripts)]],
      max: budget.script,
      advice: () => describeModules(metafile, manifest.scripts),
    },
    {
      title: 'HTML of /events as sent, with headers',
      weights: html.filter(isEvents),
      max: budget.eventsHtml,
      advice: shortenHtml,
    },
    {
      title: `HTML of ${html.length} addresses as sent, with headers`,
      weights: html.filter((each) => !isEvents(each)),
      max: budget.html,
      advice: shortenHtml,
    },
    {
      title: 'Fonts',
      weights: [['all', sum(fonts)]],
      max: budget.fonts,
      advice: () => 'Leave out characters (client/styles/fonts.ts).',
    },
  ];
  const report = all.map(({ title, weights, max }) => {
    const heaviest = weights.toSorted(([, one], [, other]) => other - one).slice(0, 5);
    const shown = heaviest.map(([name, size]) => `${kilobytes(size)} ${name}`);
    return `${title}, kB, at most ${kilobytes(max)}: ${shown.join(', ')}`;
  });
  const problems = all.flatMap((kind) => describeExcess(kind, content.programme.events));
  return { report: report.join('\n'), problem: problems.join('\n') || undefined };
}

type Weight = readonly [name: string, bytes: number];

const isEvents = ([name]: Weight) => name.startsWith('/events');

interface Weights {
  readonly title: string;
  readonly weights: readonly Weight[];
  /** Bytes. */
  readonly max: number;
  /** What takes the space of something that is too heavy, and what an author can do. */
  readonly advice: (name: string) => string;
}

const shortenHtml = () =>
  'Shorten its texts, show fewer entries a page, or write an address instead of a drawing into the HTML.';

/** One line for each breach of the budget. For the page of an event it is in words for an editor. */
export function describeExcess({ title, weights, max, advice }: Weights, events: readonly Event[]) {
  const heavy = weights.filter(([, size]) => size > max);
  return heavy.flatMap(([name, size]) => {
    const event = events.find(({ slug }) => name === formatEventPath(slug));
    const complaint = `its page has ${size} bytes as sent, ${size - max} too many: shorten its description`;
    return event
      ? describeProblems('events', event, [complaint])
      : `Over the budget of scripts/build/budget.ts: ${title}: ${name} has ${size} bytes, ${size - max} too many. ${advice(name)}`;
  });
}

/** The packages and folders that take most of the scripts, in bytes before compression. */
export function describeModules({ outputs }: Metafile, scripts: readonly string[]): string {
  const names = new Set(scripts.map((path) => basename(path)));
  const sizes = new Map<string, number>();
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (!names.has(basename(path))) continue;
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [group = file] =
        /(?<=node_modules\/)(@[^/]+\/)?[^/]+|^(?!node_modules)\w+\/\w+/.exec(file) ?? [];
      sizes.set(group, (sizes.get(group) ?? 0) + bytesInOutput);
    }
  }
  const largest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 8);
  const shown = largest.map(([group, size]) => `${kilobytes(size)} ${group}`).join(', ');
  return `Not compressed, in kB: ${shown}. Load with import() what is not needed at once, and let the page's data bring its texts (shared/page-data.ts).`;
}

/** Bytes of scripts as sent, the headers of their responses included: an estimate. */
export function weighScripts(outDir: string, scripts: readonly string[]): number {
  return sum(scripts.map((path) => weighFile(join(outDir, 'client', path)) + headersSize));
}

const formatEventPath = (event: string) => formatEventsUrl({ ...plainQuery, event });

/** Bytes of each page's first response from the built server, headers included. */
async function weighHtml(outDir: string, content: SiteContent): Promise<readonly Weight[]> {
  const args = [join(outDir, 'server/index.js')];
  // Without DATA_DIR the new server would open the database of the server that runs here, and migrate it.
  const environment = { MAIL: 'off', DATA_DIR: outDir, LIMIT_UNCACHED: '100000' };
  await using site = await startSite(environment, { args });
  const { programme, posts, team, questions, pageSizes } = content;
  const paths = [
    ...pages.flatMap(({ path }) => path ?? []),
    ...programme.events.map(({ slug }) => formatEventPath(slug)),
    ...listPages('/events', programme.events, programme.pageSize),
    ...listPages('/blog', posts, pageSizes.posts),
    ...listPages('/about', team, pageSizes.team),
    ...listPages('/investor-faq', questions, pageSizes.questions),
  ];
  const weights: Weight[] = [];
  for (const path of paths) weights.push([path, await weighResponse(site.origin + path)]);
  return weights;
}

/** The addresses of a list's further pages. */
function listPages(path: string, entries: readonly unknown[], pageSize: number) {
  const further = countPages(entries.length, pageSize) - 1;
  return Array.from({ length: further }, (_, index) => formatListUrl(path, index + 2));
}

/** Requests on a connection of its own, so that every byte on it belongs to this response. */
async function weighResponse(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br, gzip', connection: 'keep-alive' };
  const [response]: IncomingMessage[] = await once(get(url, { agent: false, headers }), 'response');
  if (response?.statusCode !== 200) throw new Error(`${url} is a ${response?.statusCode}`);
  const { socket } = response;
  await once(response.resume(), 'end');
  socket.destroy();
  return socket.bytesRead;
}

/** Bytes of a file as browsers get it: brotli, if the file has that encoding. */
function weighFile(file: string): number {
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
