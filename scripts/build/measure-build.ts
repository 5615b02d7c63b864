import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fontFiles } from '#client/styles/font-files.ts';
import type { Event } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { countPages, formatListUrl, pageSizes } from '#shared/paging.ts';
import { pages } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { nameEntry } from '../check-content/entry-rules.ts';
import { startSite } from '../site/start-site.ts';
import type { BuildManifest } from './browser.ts';
import { budget } from './budget.ts';

/** Bytes of the headers of a script's response: an estimate, which a test compares with a browser. */
const headersSize = 820;

/** The sizes that one limit applies to. */
export interface Sizes {
  readonly title: string;
  readonly sizes: readonly Size[];
  /** The limit, in bytes. */
  readonly max: number;
}

type Size = readonly [name: string, bytes: number];

interface Build {
  /** The folder with `client`, `public` and `manifest.json`. */
  readonly outDir: string;
  readonly manifest: Pick<BuildManifest, 'scripts' | 'stylesheet'>;
}

/** The compressed files of a build. */
export function measureFiles({ outDir, manifest }: Build): readonly Sizes[] {
  const { scripts, stylesheet = '' } = manifest;
  const fonts = Object.values(fontFiles).map((file) => measureFile(join(outDir, 'public', file)));
  return [
    {
      title: 'JavaScript as sent, with headers',
      sizes: [[`${scripts.length} files`, measureScripts(outDir, scripts)]],
      max: budget.script,
    },
    {
      title: 'All styles',
      sizes: [['1 file', measureFile(join(outDir, 'client', stylesheet))]],
      max: budget.styles,
    },
    { title: 'Fonts', sizes: [['all', sum(fonts)]], max: budget.fonts },
  ];
}

/** Bytes of scripts as sent, the headers of their responses included: an estimate. */
export function measureScripts(outDir: string, scripts: readonly string[]): number {
  return sum(scripts.map((path) => measureFile(join(outDir, 'client', path)) + headersSize));
}

/** The first response of each address of the built server: of open details, and of all other pages. */
export async function measurePages(
  outDir: string,
  { programme, posts, team, questions }: SiteContent,
): Promise<readonly Sizes[]> {
  const server = join(outDir, 'server/index.js');
  // Without DATA_DIR the server would open the database of the server that runs here, and migrate it.
  const environment = { MAIL: 'off', DATA_DIR: dirname(server), LIMIT_UNCACHED: '100000' };
  await using site = await startSite({ ...environment, ASSETS_DIR: outDir }, { args: [server] });
  const measure = async (paths: readonly string[]) => {
    const sizes: Size[] = [];
    for (const path of paths) sizes.push([path, await measureResponse(site.origin + path)]);
    return sizes;
  };
  const lists = [
    { path: '/events', entries: programme.events, pageSize: pageSizes.events },
    { path: '/blog', entries: posts, pageSize: pageSizes.posts },
    { path: '/about', entries: team, pageSize: pageSizes.team },
    { path: '/investor-faq', entries: questions, pageSize: pageSizes.questions },
  ] as const;
  const furtherPages = lists.flatMap(({ path, entries, pageSize }) =>
    Array.from({ length: countPages(entries.length, pageSize) - 1 }, (_, index) =>
      formatListUrl(path, index + 2),
    ),
  );
  return [
    {
      title: 'HTML of open details as sent, with headers',
      sizes: await measure(programme.events.map(formatEventPath)),
      max: budget.detailsHtml,
    },
    {
      title: 'HTML of a page as sent, with headers',
      sizes: await measure([...pages.flatMap(({ path }) => path ?? []), ...furtherPages]),
      max: budget.html,
    },
  ];
}

const formatEventPath = ({ slug }: Event) => formatEventsUrl({ ...plainQuery, event: slug });

/** The bytes of a response, on a connection of its own, so that every byte on it belongs to this response. */
async function measureResponse(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', connection: 'keep-alive' };
  const [response]: IncomingMessage[] = await once(get(url, { agent: false, headers }), 'response');
  if (response?.statusCode !== 200) throw new Error(`${url} is a ${response?.statusCode}`);
  const { socket } = response;
  await buffer(response);
  socket.destroy();
  return socket.bytesRead;
}

/** The five largest of a kind, for the terminal. */
export function describeSizes({ title, sizes, max }: Sizes): string {
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 5);
  const shown = largest.map(([name, size]) => `${kilobytes(size)} ${name}`);
  return `${title}, kB, at most ${kilobytes(max)}: ${shown.join(', ')}`;
}

/** A line for each size above its limit. That of an event's details names its entry in the content. */
export function describeExcess(
  { title, sizes, max }: Sizes,
  events: readonly Event[],
): readonly string[] {
  const excessive = sizes.filter(([, bytes]) => bytes > max);
  return excessive.flatMap(([name, bytes]) => {
    const size = `has ${bytes} bytes, ${bytes - max} more than scripts/build/budget.ts allows`;
    const event = events.find((each) => name === formatEventPath(each));
    return event
      ? `shared/content/events.ts, ${nameEntry(event)}: its page ${size}: shorten its description if you can.`
      : `${title}: ${name} ${size}.`;
  });
}

/** Bytes of a file as browsers get it: brotli, if the file has that encoding. */
function measureFile(file: string): number {
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
