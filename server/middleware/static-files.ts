import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, posix, relative } from 'node:path';
import { type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { lifetimes } from '#shared/lifetimes.ts';
import { isHashedFile } from '../hashed-file.ts';
import { labelResponse } from '../observe/access-log.ts';
import { createEntityTag } from './entity-tag.ts';
import { sendText } from './send-text.ts';

/** Folders that the build creates. */
const builtFolders = ['assets', 'social'];

/**
 * Social images, photographs, and the icons at the top of `public/`, which other sites and feed readers show: for
 * example `/social/home-0123abcd.png`, `/assets/portrait-ABCDEFGH.jpg` and `/favicon.svg`.
 */
const forOtherSites = /^\/((social\/[^/]+|[^/]+)\.(png|svg|ico)|assets\/[^/]+\.jpg)$/;

/** Hidden files, and the compressed copies of the build (`scripts/build/precompress.ts`), have no address. */
const notListed = /\/\.|\.(br|gz)$/;

interface StaticFilesOptions {
  /** The folder that holds `public/`. */
  readonly directory: string;
  /** The folder that holds `client/assets/`, the browser's code. */
  readonly buildDirectory: string;
  /** Whether the files never change while the process runs. */
  readonly isBuilt: boolean;
}

/**
 * Serves the browser's code and the files of `public/` from a list. So no path can leave these folders, and requests
 * for pages do not access the disk.
 */
export function staticFiles({ directory, buildDirectory, isBuilt }: StaticFilesOptions): Router {
  const router = Router({ caseSensitive: true });
  const builtFiles = join(buildDirectory, 'client');
  const publicFiles = join(directory, 'public');
  const list = () =>
    new Set([...listFiles(join(builtFiles, 'assets'), '/assets/'), ...listFiles(publicFiles, '/')]);
  const listed = list();
  const getFiles = () => (isBuilt ? listed : list());
  const sendBuilt = createSender(builtFiles, isBuilt);
  const sendPublic = createSender(publicFiles, isBuilt);

  router.use((request, response, next) => {
    const { path, method } = request;
    if (!getFiles().has(path)) return next();
    labelResponse(response, 'file');
    if (method !== 'GET' && method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      return sendText(response, 405, 'Method not allowed');
    }
    const isForYear = isHashedFile(path);
    // The files have no Last-Modified date, so this header has to be ignored (RFC 9110, section 13.1.4).
    delete request.headers['if-unmodified-since'];
    response.type(extname(path)).set({
      'cache-control': isForYear ? lifetimes.hashedFile : lifetimes.otherFile,
      ...(forOtherSites.test(path) ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    });
    (path.startsWith('/assets/') ? sendBuilt : sendPublic)(request, response, next);
  });
  // A missing file in a folder is a 404 in plain text, also before a build.
  const folders = new Set([...builtFolders, ...listFolders(publicFiles)]);
  router.use(
    [...folders].map((name) => `/${name}`),
    (_request, response) => {
      labelResponse(response, 'file');
      sendText(response, 404, 'Not found');
    },
  );
  return router;
}

function listFolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The files of a folder by their paths on the site, without hidden and compressed ones. */
function listFiles(folder: string, prefix: string): readonly string[] {
  if (!existsSync(folder)) return []; // There is no build.
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => prefix + posix.join(relative(folder, parentPath), name))
    .filter((path) => !notListed.test(path));
}

/** Sends whole files. `Range` may be ignored (RFC 9110, section 14.2), no file is large, and proxies can cut ranges. */
function createSender(root: string, isBuilt: boolean): RequestHandler {
  /** By path. A digest is the same in every build, unlike the file's time. */
  const known = new Map<string, string>();
  const digests = new WeakMap<ServerResponse, string>();
  const send = expressStaticGzip(root, {
    enableBrotli: true,
    index: false,
    serveStatic: {
      acceptRanges: false,
      cacheControl: false,
      fallthrough: false, // A deleted file is an error; its 404 would have the headers of the file.
      lastModified: false,
      redirect: false,
      setHeaders(response) {
        response.setHeader('etag', createEntityTag(response, digests.get(response) ?? ''));
      },
    },
  });
  return (request, response, next) => {
    // Here an error is a 500. In `setHeaders`, which an event calls, it would end the process.
    const { path } = request;
    const digest = (isBuilt && known.get(path)) || hash('sha256', readFileSync(join(root, path)));
    known.set(path, digest);
    digests.set(response, digest);
    send(request, response, next);
  };
}
