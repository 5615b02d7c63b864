import type { IncomingMessage } from 'node:http';
import { parseThankYouKind } from '#shared/content/thank-you.ts';
import {
  type EventsQuery,
  formatEventsUrl,
  parseEventsQuery,
  plainQuery,
} from '#shared/events/filter-query.ts';
import type { Programme } from '#shared/events/programme.ts';
import {
  findPageByPath,
  footerLinks,
  headerLinks,
  isActivePath,
  type Page,
  type PageId,
} from '#shared/routes.ts';
import { splitUrl } from '../split-url.ts';

/** A page's address, parsed. */
interface PageAddress {
  /**
   * The cache key: the path and, of the query, what the page knows, in the canonical order. Everything
   * else (`?utm_source=…`) changes nothing in the page. Clients cannot invent a key: there are as many
   * keys as the filters have combinations.
   */
  readonly key: string;
  readonly page: Page;
  /** The query of the events page. */
  readonly query: EventsQuery | undefined;
}

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
  programme: Programme,
): PageAddress | undefined {
  const known = parsed.get(request);
  if (known?.url === url) return known.address;
  const { path, search } = splitUrl(url);
  const page = findPageByPath(path);
  if (!page) return undefined;
  const address = parseAddress(page, path, search, programme);
  parsed.set(request, { url, address });
  return address;
}

function parseAddress(page: Page, path: string, search: string, programme: Programme): PageAddress {
  if (page.id === 'events') {
    const query = search === '' ? plainQuery : parseEventsQuery(search, programme);
    return { key: formatEventsUrl(query), page, query };
  }
  return {
    key: page.id === 'thank-you' ? formatThankYouKey(path, search) : path,
    page,
    query: undefined,
  };
}

function formatThankYouKey(path: string, search: string): string {
  const types = new URLSearchParams(search).getAll('type');
  const kind = parseThankYouKind(types.length === 1 ? types[0] : undefined);
  return kind === 'general' ? path : `${path}?type=${kind}`;
}

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * The key of a response without an address of its own, such as the not-found page. It differs only in
 * which links of header and footer lead to the page or to one above it. It never equals an address.
 */
export function formatSharedKey(id: PageId, path: string): string {
  const active = [...linkedPaths].filter((linked) => isActivePath(linked, path));
  return [id, ...active, ...(linkedPaths.has(path) ? ['itself'] : [])].join(' ');
}
