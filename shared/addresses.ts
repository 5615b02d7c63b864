import { getPageById, type PageId } from './routes.ts';
import type { Site } from './site.ts';

/**
 * Absolute addresses, for output that is read outside the site: feed, calendars, structured data. They begin with the
 * configured origin, never with the Host header, which a client can forge.
 */

type Origin = Pick<Site, 'origin'>;

/** The address of a path of this site, with its query. */
export function formatAbsoluteUrl(path: string, { origin }: Origin): string {
  return origin + path;
}

/**
 * The canonical address of a page, without a query.
 *
 * @throws for a row without a path, which has no address of its own
 */
export function formatPageUrl(id: PageId, site: Origin): string {
  const { path } = getPageById(id);
  if (path === undefined) throw new Error(`"${id}" has no address`);
  return formatAbsoluteUrl(path, site);
}

/**
 * The address of a post in the blog; posts have no page of their own (specification, section 2). The query leads to
 * the list page with the post, which changes as newer posts appear.
 */
export function formatPostUrl({ id }: { readonly id: string }, site: Origin): string {
  const anchor = encodeURIComponent(id);
  return `${formatPageUrl('blog', site)}?post=${anchor}#${anchor}`;
}
