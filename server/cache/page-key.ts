import type { IncomingMessage } from 'node:http';
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

/** By request: after a miss in the cache the route needs the same address. */
const parsed = new WeakMap<
  IncomingMessage,
  { readonly url: string; readonly address: PageAddress }
>();

/**
 * Parses the address of a page, once per request.
 *
 * @param url path and query, as in the request
 * @returns undefined where it is not the canonical spelling of a page's path
 */
export function findPageAddress(
  request: IncomingMessage,
  url: string,
  content: SiteContent,
): PageAddress | undefined {
  const known = parsed.get(request);
  if (known?.url === url) return known.address;
  const { path, search } = splitUrl(url);
  const page = findPageByPath(path);
  if (!page) return undefined;
  const address = parsePageAddress(page, path, search, content);
  parsed.set(request, { url, address });
  return address;
}

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * The key of a response without an address of its own, such as the not-found page. It contains only what changes such
 * a page: which links of header and footer lead to its path or to one above it. It never equals an address.
 */
export function formatSharedKey(id: PageId, path: string): string {
  return [id, ...[...linkedPaths].map((linked) => findCurrent(linked, path))].join(' ');
}
