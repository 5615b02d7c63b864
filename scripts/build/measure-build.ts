import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { documentStateId } from '#client/data/document-state.ts';
import { fontFiles } from '#client/styles/font-files.ts';
import type { Event } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { countPages, formatListUrl } from '#shared/paging.ts';
import { pages } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { describeProblems } from '../check-content/entry-rules.ts';
import { startSite } from '../site/start-site.ts';
import { budget } from './budget.ts';
import type { BuildManifest } from './manifest.ts';

/** Bytes of the headers of a script's response: an estimate, which a test compares with a browser. */
const headersSize = 820;

/** What is measured against one limit. */
export interface Sizes {
  readonly title: string;
  readonly sizes: readonly Size[];
  /** Bytes. */
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

interface Site {
  readonly outDir: string;
  /** The built server, which publishes this content. */
  readonly server: string;
  readonly content: SiteContent;
}

/** Each address's first response, now and while all events are still to come, which makes pages longer. */
export async function measurePages(site: Site): Promise<readonly Sizes[]> {
  const { events } = site.content.programme;
  const starts = events.map(({ startAt }) => Date.parse(startAt));
  const times = [Date.now(), ...(events.length > 0 ? [Math.min(...starts) - 1] : [])];
  const found = new Map<string, number>();
  for (const time of times) {
    for (const [path, { bytes }] of await readPages(site, time)) {
      found.set(path, Math.max(bytes, found.get(path) ?? 0));
    }
  }
  const { true: ofEvents = [], false: others = [] } = Object.groupBy([...found], ([path]) =>
    path.startsWith('/events') ? 'true' : 'false',
  );
  return [
    { title: 'HTML of /events as sent, with headers', sizes: ofEvents, max: budget.eventsHtml },
    {
      title: `HTML of ${others.length} other addresses as sent, with headers`,
      sizes: others,
      max: budget.html,
    },
  ];
}

/** The first response of each page without a list, and without the words of its main part. */
export async function measureShells(site: Site): Promise<Sizes> {
  const read = await readPages(site, Date.now());
  const lists = new Set<string>(listLists(site.content).map(({ path }) => path));
  const sizes = pages.flatMap(({ path = '' }): readonly Size[] => {
    const { bytes, body } = read.get(path) ?? {};
    if (bytes === undefined || body === undefined || lists.has(path)) return [];
    const text = brotliDecompressSync(body).toString();
    return [[path, bytes - compress(text) + compress(removeWords(text))]];
  });
  return { title: 'HTML of a page without its words', sizes, max: budget.shell };
}

/** Removes the texts of the main part, which the state may contain too. */
function removeWords(html: string): string {
  const state = new RegExp(`(?<=<script[^>]* id="${documentStateId}"[^>]*>)[^<]*`);
  return html
    .replace(state, '')
    .replace(/<main\b.*<\/main>/s, (main) => main.replaceAll(/(?<=>)[^<]+(?=<)/g, ''));
}

/** The server's quality. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = (text: string) => brotliCompressSync(text, compression).length;

interface Received {
  readonly bytes: number;
  readonly body: Buffer;
}

/** The built server's responses at this time, by path. */
async function readPages({ outDir, server, content }: Site, time: number) {
  const clock = `data:text/javascript,${encodeURIComponent(setClock(time))}`;
  // Without DATA_DIR the server would open the database of the server that runs here, and migrate it.
  const environment = {
    MAIL: 'off',
    DATA_DIR: dirname(server),
    LIMIT_UNCACHED: '100000',
    ASSETS_DIR: outDir,
  };
  await using site = await startSite(environment, { args: ['--import', clock, server] });
  const paths = [
    ...pages.flatMap(({ path }) => path ?? []),
    ...content.programme.events.map(({ slug }) => formatEventPath(slug)),
    ...listLists(content).flatMap(({ path, entries, pageSize }) => {
      const further = countPages(entries.length, pageSize) - 1;
      return Array.from({ length: further }, (_, index) => formatListUrl(path, index + 2));
    }),
  ];
  const received = new Map<string, Received>();
  for (const path of paths) received.set(path, await receive(site.origin + path));
  return received;
}

/** Code that runs before the server and sets its clock. */
const setClock = (time: number) => `const RealDate = Date;
const ahead = ${time} - Date.now();
const now = () => RealDate.now() + ahead;
globalThis.Date = class extends RealDate {
  static now = now;
  constructor(...given) {
    super(...(given.length > 0 ? given : [now()]));
  }
};`;

const formatEventPath = (event: string) => formatEventsUrl({ ...plainQuery, event });

/** The lists that may take several pages. */
export function listLists({ programme, posts, team, questions, pageSizes }: SiteContent) {
  return [
    { path: '/events', entries: programme.events, pageSize: programme.pageSize },
    { path: '/blog', entries: posts, pageSize: pageSizes.posts },
    { path: '/about', entries: team, pageSize: pageSizes.team },
    { path: '/investor-faq', entries: questions, pageSize: pageSizes.questions },
  ] as const;
}

/** Requests on a connection of its own, so that every byte on it belongs to this response. */
async function receive(url: string): Promise<Received> {
  const headers = { 'accept-encoding': 'br', connection: 'keep-alive' };
  const [response]: IncomingMessage[] = await once(get(url, { agent: false, headers }), 'response');
  if (response?.statusCode !== 200) throw new Error(`${url} is a ${response?.statusCode}`);
  const { socket } = response;
  const body = await buffer(response);
  socket.destroy();
  return { bytes: socket.bytesRead, body };
}

/** The five largest of a kind, for the terminal. */
export function describeSizes({ title, sizes, max }: Sizes): string {
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 5);
  const shown = largest.map(([name, size]) => `${kilobytes(size)} ${name}`);
  return `${title}, kB, at most ${kilobytes(max)}: ${shown.join(', ')}`;
}

/** Those above their limit: name, bytes, and bytes above it. */
function listExcess({ sizes, max }: Sizes) {
  return sizes.flatMap(([name, bytes]) =>
    bytes > max ? [{ name, bytes, excess: bytes - max }] : [],
  );
}

/** A line for each page of the present content that is above its limit, for its author. */
export function warnAuthors(kind: Sizes, events: readonly Event[]): readonly string[] {
  return listExcess(kind).flatMap(({ name, bytes, excess }) => {
    const size = `has ${bytes} bytes as sent, ${excess} more than a browser gets in the first answer, so it appears a little later where the network is slow`;
    const event = events.find(({ slug }) => name === formatEventPath(slug));
    return event
      ? describeProblems('events', event, [`its page ${size}: shorten its description if you can`])
      : `The page ${name} ${size}. Shorten its text if you can, or leave it.`;
  });
}

/** A line for a limit that code exceeds. It names the largest page or file, and the number of others. */
export function describeExcess(kind: Sizes, advice = ''): readonly string[] {
  const [largest, ...others] = listExcess(kind).sort((one, other) => other.bytes - one.bytes);
  if (!largest) return [];
  const { name, bytes, excess } = largest;
  const more = others.length > 0 ? `; too large: ${others.length} more` : '';
  return [
    `${kind.title}: ${name} has ${bytes} bytes, ${excess} more than scripts/build/budget.ts allows${more}. ${advice}`.trimEnd(),
  ];
}

/** The packages and folders that take most of the scripts, in bytes before compression. */
export function describeModules({ outputs }: Metafile, scripts: readonly string[]): string {
  const names = new Set(scripts.map((path) => basename(path)));
  const sizes = new Map<string, number>();
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (!names.has(basename(path))) continue;
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      // `react-dom` of `node_modules/react-dom/index.js`, `client/pages` of `client/pages/blog-page.tsx`.
      const [group = file] =
        /(?<=node_modules\/)(@[^/]+\/)?[^/]+|^(?!node_modules)\w+\/\w+/.exec(file) ?? [];
      sizes.set(group, (sizes.get(group) ?? 0) + bytesInOutput);
    }
  }
  const largest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 8);
  const shown = largest.map(([group, size]) => `${kilobytes(size)} ${group}`).join(', ');
  return `Not compressed, in kB: ${shown}. Load with import() what is not needed at once, and let the page's data bring its texts (shared/page-data.ts).`;
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
