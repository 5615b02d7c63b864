import type { RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { formatCanonicalPath, pages } from '#shared/routes.ts';
import { labelResponse } from '../observe/access-log.ts';
import { decodePath, splitUrl } from '../split-url.ts';

/** What a redirect needs of a row of the page table. */
interface PathRow {
  readonly path?: string;
  readonly formerPaths?: readonly string[];
}

/**
 * Leads from any other spelling of a path to its own, and from the former paths of a page to the page.
 *
 * @param others the paths of the site besides those of pages; a file is found by its exact name only
 */
export function redirects(
  others: readonly string[],
  table: readonly PathRow[] = pages,
): RequestHandler {
  const cachings = new Map<string, string>([
    ...others.map((path) => [path, lifetimes.private] as const), // The query of a mail's link is a token.
    ...table.flatMap(({ path }) =>
      path === undefined ? [] : [[path, lifetimes.redirect] as const],
    ),
  ]);
  const formerPaths = readFormerPaths(table, cachings);
  return (request, response, next) => {
    const { path, method, originalUrl } = request;
    if ((method !== 'GET' && method !== 'HEAD') || cachings.has(path)) return next();
    const decoded = decodePath(path);
    const spelt = decoded === undefined ? path : formatCanonicalPath(decoded);
    const canonical = formerPaths.get(spelt) ?? spelt;
    const caching = cachings.get(canonical);
    if (caching === undefined) return next();
    labelResponse(response, 'redirect');
    const location = canonical + splitUrl(originalUrl).search; // A path of the table cannot lead to another host.
    response.status(308).set({ location, 'cache-control': caching, 'content-length': '0' }).end();
  };
}

/** The path of the page by each former path. Throws for one that leads to something else, or that no request can have. */
function readFormerPaths(
  table: readonly PathRow[],
  taken: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, formerPaths = [] } of table) {
    for (const former of formerPaths) {
      const isCanonical = former.startsWith('/') && formatCanonicalPath(former) === former;
      const isWrong = !isCanonical || taken.has(former);
      if (path === undefined || isWrong || found.has(former)) {
        throw new Error(
          `The former path ${former} of a page in shared/routes.ts must be written as /former-path, and be no other address of the site`,
        );
      }
      found.set(former, path);
    }
  }
  return found;
}
