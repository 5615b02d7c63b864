import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { type NextFunction, type RequestHandler, type Response, Router } from 'express';
import { CachedResponse } from '../cache/cached-response.ts';
import type { Encoding } from '../cache/encodings.ts';
import { readHeaders } from '../cache/read-headers.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { describeResponse } from '../observe/request-log.ts';

const year = 31_536_000; // seconds

/** Folders whose file names carry the hash of their content, so that they never change. */
const hashedFolders = ['/assets', '/fonts/', '/line/', '/social/'];
const publicFolders = [...hashedFolders, '/portraits'];

/** Hashes in the names: esbuild's eight capitals, and the eight digits of our own. */
const hashedName = /-([0-9a-f]{8}|[0-9A-Z]{8})\.\w+$/;

/** Social images, and the icons at the top of `public/`: shown beside links by sites and readers. */
const forOtherSites = /^\/(social\/[^/]+|[^/]+)\.(png|svg|ico)$/;

/** What the build puts beside a file that compresses (`scripts/build/precompress.ts`). */
const compressedForms: readonly { readonly suffix: string; readonly encoding: Encoding }[] = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.zst', encoding: 'zstd' },
  { suffix: '.gz', encoding: 'gzip' },
];

/** What compresses at all; the rest is compressed in itself. */
const compressible = /\.(js|css|svg|txt|json|ico|html|xml|webmanifest|map)$/;

interface PublicFile {
  readonly folder: string;
  /** Path inside the folder. */
  readonly name: string;
  /** Suffixes of the compressed forms that lie beside it. */
  readonly suffixes: readonly string[];
}

/**
 * The browser's code and the files of `public/`. Only what has been listed is ever read, so no path
 * leads out of the folders. A missing file in one of theirs is a short plain 404; any other unknown
 * path is left to the pages.
 *
 * @param directory the folder that holds `public/` and `client/assets/`
 * @param buildDirectory where the browser's code lies, if not there as well
 */
export function staticFiles(
  answers: ResponseCache,
  directory: string,
  buildDirectory = directory,
): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const list = () =>
    new Map([
      ...listFiles('/assets/', join(buildDirectory, 'client', 'assets')),
      ...listFiles('/', join(directory, 'public')),
    ]);
  const listed = answers.cachesFiles ? list() : undefined;

  router.use(async (request, response, next) => {
    const { path, method } = request;
    const file = (listed ?? list()).get(path);
    if (!file) return next();
    describeResponse(response, 'file');
    if (method !== 'GET' && method !== 'HEAD') {
      response.status(405).set({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      return void response.type('text/plain').send('Method not allowed\n');
    }
    setFileHeaders(path, response);
    const answer = await readAnswer(file, response);
    if (answers.cachesFiles) answers.keep(path, answer);
    if (request.headers.range === undefined) return answers.send(answer, request, response);
    // Ranges are of the file as it is, and so is the tag that If-Range names.
    response.setHeader('etag', answer.find(['identity']).etag ?? '');
    const { folder, name } = file;
    const choice = { root: folder, cacheControl: false, lastModified: false };
    response.sendFile(name, choice, (error) => error && refuseRange(error, response, next));
  });
  router.use([...publicFolders], (_request, response) => {
    describeResponse(response, 'file');
    response.status(404).type('text/plain').set('cache-control', 'no-store').send('Not found\n');
  });
  return router;
}

/** A range that lies outside (416), a condition that is not met (412): the client's mistake, not ours. */
function refuseRange(error: Error, response: Response, next: NextFunction): void {
  const status = 'status' in error ? Number(error.status) : 500;
  if (response.headersSent || response.destroyed) {
    response.destroy(); // Mostly the client went away.
  } else if (status >= 400 && status < 500) {
    response.removeHeader('etag');
    response.status(status).set('cache-control', 'no-store');
    response.type('text/plain').send(`${STATUS_CODES[status]}\n`);
  } else next(error);
}

/** The files of a folder by their paths on the site, without hidden ones and compressed forms. */
function listFiles(prefix: string, folder: string): readonly (readonly [string, PublicFile])[] {
  if (!existsSync(folder)) return []; // Nothing has been built.
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const all = new Set(names);
  return names.flatMap((name) => {
    const isHidden = name.split(sep).some((part) => part.startsWith('.'));
    const plain = name.slice(0, -extname(name).length);
    const isForm = compressedForms.some(({ suffix }) => name === plain + suffix && all.has(plain));
    if (isHidden || isForm) return [];
    const suffixes = compressedForms
      .map(({ suffix }) => suffix)
      .filter((suffix) => all.has(name + suffix));
    return [[prefix + name.split(sep).join('/'), { folder, name, suffixes }] as const];
  });
}

function setFileHeaders(path: string, response: Response): void {
  response.type(extname(path));
  response.setHeader(
    'cache-control',
    hashedName.test(path) ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
  );
  if (forOtherSites.test(path)) response.setHeader('cross-origin-resource-policy', 'cross-origin');
  if (compressible.test(path)) response.setHeader('vary', 'Accept-Encoding');
}

async function readAnswer({ folder, name, suffixes }: PublicFile, response: Response) {
  const read = (suffix: string) => readFile(join(folder, name + suffix));
  const encoded = new Map<Encoding, Buffer>();
  for (const { suffix, encoding } of compressedForms) {
    if (suffixes.includes(suffix)) encoded.set(encoding, await read(suffix));
  }
  const isPrepared = encoded.size > 0 || !compressible.test(name);
  return new CachedResponse({
    status: 200,
    headers: readHeaders(response),
    bytes: await read(''),
    route: 'file',
    day: undefined,
    ...(isPrepared ? { encoded } : {}),
    hasRanges: true,
  });
}
