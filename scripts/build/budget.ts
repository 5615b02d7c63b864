import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
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
  /** Bytes of JavaScript, brotli 11, that a page needs before it is hydrated. */
  script: 105_000,
  fonts: 75_000,
  /** Bytes of everything that the home page fetches by itself, headers included. */
  home: 220_000,
  homeRequests: 40,
} as const;

/** Measures a compressed build: a report for the terminal, and a line for each breach of the budget. */
export async function weighBuild(outDir: string, content: SiteContent, manifest: BuildManifest) {
  const weighScripts = (weigh: (file: string) => number) =>
    Object.entries(manifest.pages).map(([page, { scripts }]): Weight => {
      const files = [manifest.entry, ...manifest.scripts, ...scripts];
      return [page, sum(files.map((path) => weigh(join(outDir, 'client', path))))];
    });
  const fonts = Object.values(fontFiles).map((file) => weighFile(join(outDir, 'public', file)));
  const html = await weighHtml(outDir, content);
  const all: readonly Weights[] = [
    ['JavaScript to hydrate', weighScripts(weighFile), budget.script],
    ['HTML of /events as sent, with headers', html.filter(isEvents), budget.eventsHtml],
    [
      `HTML of ${html.length} addresses as sent, with headers`,
      html.filter((each) => !isEvents(each)),
      budget.html,
    ],
    ['Fonts', [['all', sum(fonts)]], budget.fonts],
  ];
  const report = all.map(([title, weights, max]) => {
    const heaviest = weights.toSorted(([, one], [, other]) => other - one).slice(0, 5);
    const shown = heaviest.map(([name, size]) => `${kilobytes(size)} ${name}`);
    return `${title}, kB, at most ${kilobytes(max)}: ${shown.join(', ')}`;
  });
  const problems = all.flatMap((kind) => describeExcess(kind, content.programme.events));
  return { report: report.join('\n'), problem: problems.join('\n') || undefined };
}

type Weight = readonly [name: string, bytes: number];

const isEvents = ([name]: Weight) => name.startsWith('/events');

type Weights = readonly [title: string, weights: readonly Weight[], max: number];

/** One line for each breach of the budget. For the page of an event it is in words for an editor. */
export function describeExcess([title, weights, max]: Weights, events: readonly Event[]) {
  const heavy = weights.filter(([, size]) => size > max);
  return heavy.flatMap(([name, size]) => {
    const event = events.find(({ slug }) => name === formatEventPath(slug));
    const complaint = `its page has ${size} bytes as sent, ${size - max} too many: shorten its description`;
    return event
      ? describeProblems('events', event, [complaint])
      : `Over the budget of scripts/build/budget.ts: ${title}: ${name} has ${size} bytes, ${size - max} too many`;
  });
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
