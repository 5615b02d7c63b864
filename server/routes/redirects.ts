import type { RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { formatCanonicalPath, pages } from '#shared/routes.ts';
import { decodePath, splitUrl } from '../http/split-url.ts';
import { labelResponse } from '../observe/access-log.ts';

/** The fields of the page table that redirects use. */
interface PathRow {
  readonly path?: string;
  readonly formerPaths?: readonly string[];
}

/**
 * Redirects other spellings of a path to the canonical one, and the former paths of a page to the page.
 *
 * @param others the paths of the site that are not pages; files are not included, they need their exact name
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

/** Maps each former path to the path of its page. Throws for a former path that is taken or not canonical. */
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
