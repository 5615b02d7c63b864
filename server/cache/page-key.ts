import { type PageAddress, parsePageAddress } from '#shared/page-address.ts';
import {
  findCurrent,
  findPageByPath,
  footerLinks,
  headerLinks,
  type PageId,
} from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { splitUrl } from '../split-url.ts';

/**
 * Parses the address of a page.
 *
 * @param url path and query, as in the request
 * @returns undefined where it is not the canonical spelling of a page's path
 */
export function findPageAddress(url: string, content: SiteContent): PageAddress | undefined {
  const { path, search } = splitUrl(url);
  const page = findPageByPath(path);
  return page && parsePageAddress(page, path, search, content);
}

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * The key of a response without an address of its own, such as the not-found page. It differs only in
 * which links of header and footer lead to the page or to one above it. It never equals an address.
 */
export function formatSharedKey(id: PageId, path: string): string {
  return [id, ...[...linkedPaths].map((linked) => findCurrent(linked, path))].join(' ');
}
