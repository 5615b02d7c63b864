import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { always } from '#shared/validity.ts';
import { CachedResponse } from '../cache/cached-response.ts';
import type { Encoding } from '../cache/encodings.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { getSiteHeaders } from '../cache/site-headers.ts';
import { describeResponse } from '../observe/request-log.ts';

const year = 31_536_000; // seconds

/** A missing file below one of these is a plain 404. */
const publicFolders = ['/assets', '/fonts', '/line', '/social', '/portraits'];

/** Hashes in the names: esbuild's eight capitals, and the eight digits of our own. */
const hashedName = /-([0-9a-f]{8}|[0-9A-Z]{8})\.\w+$/;

/** Social images, photographs, and the icons at the top of `public/`: other sites and feed readers show them. */
const forOtherSites = /^\/((social\/[^/]+|[^/]+)\.(png|svg|ico)|assets\/[^/]+\.jpg)$/;

/** The encodings that the build puts beside a file (`scripts/build/precompress.ts`). */
const precompressed = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.zst', encoding: 'zstd' },
  { suffix: '.gz', encoding: 'gzip' },
] as const;

interface PublicFile {
  readonly folder: string;
  readonly name: string;
  /** The encodings beside it. */
  readonly encodings: readonly (typeof precompressed)[number][];
}

/**
 * The browser's code and the files of `public/`. The server reads only files from a list, so no path
 * leads out of the folders. The pages take any other unknown path. A file is always sent whole: `Range` may be ignored
 * (RFC 9110, section 14.2), none is large, and a proxy makes parts of its own copy.
 *
 * @param directory the folder that holds `public/` and `client/assets/`
 * @param buildDirectory the folder of the browser's code, if it is another one
 */
export function staticFiles(
  responseCache: ResponseCache,
  directory: string,
  buildDirectory = directory,
): RequestHandler {
  const router = Router({ caseSensitive: true });
  const list = () =>
    new Map([
      ...listFiles('/assets/', join(buildDirectory, 'client', 'assets')),
      ...listFiles('/', join(directory, 'public')),
    ]);
  const files = responseCache.cachesFiles ? list() : undefined;
  /** Files that are being read: all requests for one get the same bytes, or a few clients could use up the memory. */
  const reading = new Map<string, Promise<CachedResponse>>();

  router.use(async (request, response, next) => {
    const { path, method } = request;
    const file = (files ?? list()).get(path);
    if (!file) return next();
    describeResponse(response, 'file');
    if (method !== 'GET' && method !== 'HEAD') {
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    // The cache in front looked for the address with its query, which names no other file.
    if (responseCache.serveKey(path, request, response)) return;
    const type = response.type(extname(path)).get('content-type') ?? '';
    const headers = createFileHeaders(path, type, file);
    const read =
      reading.get(path) ??
      readResponse(file, { ...getSiteHeaders(response), ...headers }).finally(() =>
        reading.delete(path),
      );
    reading.set(path, read);
    const complete = await read;
    if (responseCache.cachesFiles) responseCache.set(path, complete);
    responseCache.send(complete, request, response);
  });
  router.use(publicFolders, (_request, response) => {
    describeResponse(response, 'file');
    response.status(404).type('text/plain').set('cache-control', 'no-store').send('Not found\n');
  });
  return router;
}

/** The files of a folder by their paths on the site, without hidden files and encodings. */
function listFiles(prefix: string, folder: string): readonly (readonly [string, PublicFile])[] {
  if (!existsSync(folder)) return []; // Nothing has been built.
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isEncoding = (name: string) =>
    precompressed.some(
      ({ suffix }) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)),
    );
  return entries.flatMap((entry) => {
    const { name } = entry;
    if (name.startsWith('.') || isEncoding(name)) return [];
    if (entry.isDirectory()) return listFiles(`${prefix}${name}/`, join(folder, name));
    const encodings = precompressed.filter(({ suffix }) => names.has(name + suffix));
    return entry.isFile() ? [[prefix + name, { folder, name, encodings }] as const] : [];
  });
}

/** The headers of a file depend only on its path and its encodings. */
function createFileHeaders(path: string, type: string, { encodings }: PublicFile) {
  const caching = hashedName.test(path)
    ? `public, max-age=${year}, immutable`
    : 'public, max-age=3600';
  return {
    'content-type': type,
    'cache-control': caching,
    ...(forOtherSites.test(path) ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    ...(encodings.length > 0 ? { vary: 'Accept-Encoding' } : {}),
  };
}

async function readResponse(
  { folder, name, encodings }: PublicFile,
  headers: Readonly<Record<string, string>>,
) {
  const read = (suffix: string) => readFile(join(folder, name + suffix));
  const encoded = new Map<Encoding, Buffer>();
  for (const { suffix, encoding } of encodings) encoded.set(encoding, await read(suffix));
  return new CachedResponse({
    status: 200,
    headers,
    bytes: await read(''),
    route: 'file',
    validity: always,
    encoded,
  });
}
