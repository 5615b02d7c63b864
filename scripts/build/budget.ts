import { readFile, stat } from 'node:fs/promises';
import { get } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { fontFiles } from '#client/styles/font-files.ts';
import { events } from '#shared/content/events.ts';
import { pages } from '#shared/routes.ts';
import { startSite } from '../start-site.ts';
import type { AssetManifest } from './manifest.ts';

const root = resolve(import.meta.dirname, '../..');

/** What the site may weigh. The build, the tests and scripts/README.md read it here. */
export const budget = {
  /**
   * Bytes of a page as sent, with its styles and headers: ten segments of 1,434 bytes, which a server
   * may send before the first acknowledgement (RFC 6928).
   */
  html: 14_336,
  /** Bytes of JavaScript, brotli 11, that a page needs before it is hydrated. */
  script: 92_000,
  /** Bytes of all fonts. */
  fonts: 75_000,
  /** Bytes of all that the home page fetches by itself, headers included. */
  home: 190_000,
  /** Requests for that. */
  homeRequests: 10,
} as const;

interface Sizes {
  /** Page id or address, and bytes. */
  readonly scripts: ReadonlyMap<string, number>;
  readonly html: ReadonlyMap<string, number>;
  readonly fonts: number;
}

/**
 * Weighs a finished build: JavaScript and HTML of each page, and the fonts.
 *
 * @param outDir the build, complete but for its compressed files
 * @returns a table for the terminal, and what is over budget; nothing when all fits
 */
export async function weighBuild(build: {
  readonly manifest: AssetManifest;
  readonly metafile: Metafile;
  readonly outDir: string;
}): Promise<{ readonly report: string; readonly problem: string | undefined }> {
  const { manifest, metafile, outDir } = build;
  const everywhere = [manifest.entry, ...manifest.preload];
  const scripts = new Map<string, number>();
  const weighed = new Map<string, Promise<number>>();
  for (const [page, own] of Object.entries(manifest.pages)) {
    const sizes = [...everywhere, ...own].map((path) => {
      const size = weighed.get(path) ?? weighScript(join(outDir, 'client', path));
      weighed.set(path, size);
      return size;
    });
    scripts.set(page, sum(await Promise.all(sizes)));
  }
  const fonts = Object.values(fontFiles).map((file) => stat(join(root, 'public', file)));
  const sizes: Sizes = {
    scripts,
    html: await weighHtml(outDir),
    fonts: sum((await Promise.all(fonts)).map(({ size }) => size)),
  };
  const files = (page: string) => [...everywhere, ...(manifest.pages[page] ?? [])];
  const explain = (page: string) => explainScript(files(page), metafile);
  return { report: formatSizes(sizes), problem: findOverweight(sizes, explain) };
}

/** Bytes of each page's first response from the built server, headers included. */
async function weighHtml(outDir: string): Promise<Map<string, number>> {
  const site = await startSite({ MAIL: 'off' }, [], join(outDir, 'server/index.js'));
  const sizes = new Map<string, number>();
  try {
    const paths = pages.flatMap(({ path }) => path ?? []);
    for (const path of [...paths, ...events.map(({ slug }) => `/events?event=${slug}`)]) {
      sizes.set(path, await weighResponse(site.origin + path));
    }
  } finally {
    await site.stop();
  }
  return sizes;
}

/** Asks on a connection of its own, so that every byte on it belongs to this response. */
function weighResponse(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', connection: 'keep-alive' };
    get(url, { agent: false, headers }, (response) => {
      const { socket } = response;
      response.resume();
      response.on('end', () => {
        resolve(socket.bytesRead);
        socket.destroy();
      });
    }).on('error', reject);
  });
}

async function weighScript(file: string): Promise<number> {
  const code = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: code.length,
  };
  return (await promisify(brotliCompress)(code, { params })).length;
}

/** The heaviest of each kind first; pages that weigh the same share a line. */
function formatSizes({ scripts, html, fonts }: Sizes): string {
  const format = (sizes: ReadonlyMap<string, number>) => {
    const lines = Map.groupBy(sizes, ([, size]) => kilobytes(size));
    return [...lines]
      .sort(([one], [other]) => Number(other) - Number(one))
      .map(([size, same]) => `  ${size}  ${same.map(([name]) => name).join(', ')}`);
  };
  return [
    `JavaScript to hydrate, kB in brotli; at most ${kilobytes(budget.script).trim()}:`,
    ...format(scripts),
    `HTML with headers, kB as sent; at most ${kilobytes(budget.html).trim()}:`,
    ...format(html),
    `Fonts, kB; at most ${kilobytes(budget.fonts).trim()}:\n  ${kilobytes(fonts)}`,
  ].join('\n');
}

function findOverweight(
  { scripts, html, fonts }: Sizes,
  explain: (page: string) => string,
): string | undefined {
  const over = (sizes: ReadonlyMap<string, number>, max: number) =>
    [...sizes].filter(([, size]) => size > max);
  const lines = [
    ...over(scripts, budget.script).map(
      ([page, size]) => `${page} needs ${size} bytes of JavaScript: ${explain(page)}`,
    ),
    ...over(html, budget.html).map(([path, size]) => `${path} has ${size} bytes of HTML`),
    ...over(new Map([['The fonts', fonts]]), budget.fonts).map(
      ([name, size]) => `${name} have ${size} bytes`,
    ),
  ];
  if (lines.length === 0) return undefined;
  return `Over the budget of scripts/build/budget.ts:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Packages and folders that put most into these files, in kB before compression. */
function explainScript(files: readonly string[], metafile: Metafile): string {
  const names = new Set(files.map((file) => basename(file)));
  const parts = new Map<string, number>();
  for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
    if (!names.has(basename(path))) continue;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
      const ownPath = input.replace(/^copy:/, '').replace(`${root}/`, '');
      const part = packageName ?? ownPath.split('/').slice(0, 2).join('/');
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
    }
  }
  const largest = [...parts].sort(([, one], [, other]) => other - one).slice(0, 8);
  return largest.map(([part, bytes]) => `${part} ${kilobytes(bytes).trim()}`).join(', ');
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(7);
}
