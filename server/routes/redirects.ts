import type { RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { formatCanonicalPath, pages } from '#shared/routes.ts';
import { describeResponse } from '../observe/access-log.ts';
import { decodePath, splitUrl } from '../split-url.ts';

/**
 * Leads from any other spelling of a path to its own.
 *
 * @param others the paths of the site besides those of pages; a file is found by its exact name only
 */
export function redirects(others: readonly string[]): RequestHandler {
  const cachings = new Map([
    ...others.map((path) => [path, lifetimes.private] as const), // The query of a mail's link is a token.
    ...pages.flatMap(({ path }) =>
      path === undefined ? [] : [[path, lifetimes.redirect] as const],
    ),
  ]);
  return (request, response, next) => {
    const { path, method, originalUrl } = request;
    if ((method !== 'GET' && method !== 'HEAD') || cachings.has(path)) return next();
    const decoded = decodePath(path);
    const canonical = decoded === undefined ? path : formatCanonicalPath(decoded);
    const caching = cachings.get(canonical);
    if (caching === undefined) return next();
    describeResponse(response, 'redirect');
    const location = canonical + splitUrl(originalUrl).search; // A path of the table cannot lead to another host.
    response.status(308).set({ location, 'cache-control': caching, 'content-length': '0' }).end();
  };
}
