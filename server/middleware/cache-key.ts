import type { Request } from 'express';
import { parsePageAddress } from '#shared/page-address.ts';
import type { TextResource } from '#shared/resources.ts';
import { findCurrent, findPageByPath, footerLinks, headerLinks } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { decodePath, splitUrl } from '../http/split-url.ts';

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * Creates the function that finds the page cache's key for a request. Keys contain only values of the page table, known
 * values of the query and the table of resources, so clients cannot invent keys. All unknown addresses share the
 * not-found page, which differs only in the links marked as current, to its path or to a parent of it.
 *
 * @returns finds the key; undefined if the response is not cached
 */
export function createFindKey(
  content: SiteContent,
  resources: ReadonlyMap<string, TextResource>,
): (request: Request) => string | undefined {
  return ({ url }) => {
    const { path, search } = splitUrl(url);
    const resource = resources.get(path);
    if (resource) return resource.parse(search).key;
    const page = findPageByPath(path);
    if (page) return parsePageAddress(page, path, search, content).key;
    if (decodePath(path) === undefined) return; // A malformed path is a 400, not a 404.
    return ['not-found', ...[...linkedPaths].map((linked) => findCurrent(linked, path))].join(' ');
  };
}
