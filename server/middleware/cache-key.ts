import type { Request } from 'express';
import { parsePageAddress } from '#shared/page-address.ts';
import type { TextResource } from '#shared/resources.ts';
import { findCurrent, findPageByPath, footerLinks, headerLinks } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { decodePath, splitUrl } from '../split-url.ts';

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * The key of an address in the page cache. It comes from the page table, the known values of its query and the table
 * of resources, so nobody can invent one. All unknown addresses share the not-found page, which differs only by the
 * links that lead to its path or to one above it.
 *
 * @returns finds the key; undefined where nothing is cached
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
    if (decodePath(path) === undefined) return; // A malformed path is no unknown one.
    return ['not-found', ...[...linkedPaths].map((linked) => findCurrent(linked, path))].join(' ');
  };
}
