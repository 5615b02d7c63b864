import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix, relative } from 'node:path';
import { type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { lifetimes } from '#shared/lifetimes.ts';
import { isHashedFile } from './hashed-file.ts';
import { decodePath } from './http/split-url.ts';
import { createEntityTag, sendBody } from './middleware/entity-tag.ts';
import { sendText } from './middleware/send-text.ts';
import { labelResponse } from './observe/access-log.ts';

/** The files that other sites and feed readers show: social images, photographs and icons. */
const forOtherSites = /^\/((social\/[^/]+|[^/]+)\.(png|svg|ico)|assets\/[^/]+\.jpg)$/;

/** The endings of the build's compressed copies (`scripts/build/precompress.ts`). */
const copies: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };
const copyEnd = /\.(br|gz)$/;

/** The memory for files, in bytes: ten times the files of a build without photographs. */
const maxSize = 16 * 1024 ** 2;

interface StaticFilesOptions {
  /** The folder that holds `public/`. */
  readonly directory: string;
  /** The folder that holds `client/assets/`. */
  readonly buildDirectory: string;
  /** Whether the files never change while the process runs. */
  readonly isBuilt: boolean;
}

/**
 * Serves the browser's code and the files of `public/` from a list, so no path can leave these folders. All responses
 * with a file share its bytes in memory. `Range` is ignored (RFC 9110, section 14.2).
 */
export function staticFiles({ directory, buildDirectory, isBuilt }: StaticFilesOptions): Router {
  const router = Router({ caseSensitive: true });
  const publicFiles = join(directory, 'public');
  const builtFiles = join(buildDirectory, 'client', 'assets');
  const list = () =>
    new Map([...listFiles(builtFiles, '/assets/'), ...listFiles(publicFiles, '/')]);
  const listed = list();
  const known = new LRUCache<string, { readonly body: Buffer; readonly etag: string }>({
    maxSize,
    sizeCalculation: ({ body }) => body.length + 1, // An empty file has a size, too.
  });
  /** @param response with the headers of the file */
  const read = (file: string, response: Response) => {
    const stored = isBuilt ? known.get(file) : undefined;
    if (stored) return stored;
    const body = readFileSync(file);
    const found = { body, etag: createEntityTag(response, body) };
    known.set(file, found);
    return found;
  };

  router.use((request, response, next) => {
    const path = decodePath(request.path) ?? '';
    const files = isBuilt ? listed : list();
    const file = files.get(path);
    const isCopy = copyEnd.test(path) && files.has(path.replace(copyEnd, ''));
    if (file === undefined || isCopy) return next();
    labelResponse(response, 'file');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      return sendText(response, 405, 'Method not allowed');
    }
    const { 'accept-encoding': encoding = 'identity' } = request.headers; // See `negotiateEncoding`.
    const copy = files.get(`${path}${copies[encoding] ?? ''}`) ?? file;
    response.type(extname(path)).set({
      'cache-control': isHashedFile(path) ? lifetimes.hashedFile : lifetimes.otherFile,
      ...(forOtherSites.test(path) ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
      ...(Object.values(copies).some((end) => files.has(path + end)) && {
        vary: 'Accept-Encoding',
      }),
      ...(copy === file ? {} : { 'content-encoding': encoding }),
    });
    const { body, etag } = read(copy, response);
    response.set({ etag });
    sendBody(request, response, body);
  });
  return router;
}

/** Lists the files of a folder by their paths on the site. */
function listFiles(folder: string, prefix: string): readonly (readonly [string, string])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = prefix + posix.join(relative(folder, parentPath), name);
      return [path, join(parentPath, name)] as const;
    })
    .filter(([path]) => !path.includes('/.'));
}
