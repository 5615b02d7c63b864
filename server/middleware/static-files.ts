import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';

const year = 31_536_000; // seconds

/** Folders whose file names carry the hash of their content, so that they never change. */
const hashedFolders = ['/assets', '/fonts/', '/line/', '/social/'];
/** Social images, and the icons at the top of `public/`. */
const forOtherSites = /[\\/]public[\\/](social[\\/][^\\/]+|[^\\/]+)\.(png|svg|ico)$/;
const publicFolders = [...hashedFolders, '/portraits'];

/**
 * The browser's code and the files of `public/`. A missing file in one of their folders is a short
 * plain 404; any other unknown path is left to the pages.
 *
 * @param directory the folder that holds `public/` and `client/assets/`
 * @param buildDirectory where the browser's code lies, if not there as well
 */
export function staticFiles(directory: string, buildDirectory = directory): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const options = { index: false, redirect: false, dotfiles: 'ignore' } as const;
  router.use(
    '/assets',
    express.static(join(buildDirectory, 'client', 'assets'), {
      ...options,
      immutable: true,
      maxAge: year * 1000,
    }),
  );
  router.use(
    express.static(join(directory, 'public'), {
      ...options,
      setHeaders(response, file) {
        const hashed = /-[0-9a-f]{8}\.\w+$/.test(file);
        response.setHeader(
          'cache-control',
          hashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
        );
        // Other sites and feed readers show these beside a link, in pages of their own.
        if (forOtherSites.test(file)) {
          response.setHeader('cross-origin-resource-policy', 'cross-origin');
        }
      },
    }),
  );
  router.use([...publicFolders], (_request, response) => {
    response.status(404).type('text/plain').set('cache-control', 'no-store').send('Not found\n');
  });
  return router;
}
