import { events } from '#shared/content/events.ts';
import { parseThankYouKind } from '#shared/content/thank-you.ts';
import { formatEventsUrl, parseEventsQuery } from '#shared/events/filter-query.ts';
import {
  findPageByPath,
  footerLinks,
  headerLinks,
  isActivePath,
  type Page,
  type PageId,
} from '#shared/routes.ts';
import { splitUrl } from '../split-url.ts';

/**
 * The address under which a page is kept: its path and, of the query, what the page knows, in the
 * canonical order. Everything else (`?utm_source=…`) changes nothing in the page. Strangers cannot
 * make a key: there are as many as the filters have combinations.
 *
 * @param url as it was asked for, path and query
 * @returns undefined where it is not the canonical spelling of a page's path
 */
export function findPageKey(
  url: string,
): { readonly key: string; readonly page: Page } | undefined {
  const { path, search } = splitUrl(url);
  const page = findPageByPath(path);
  if (!page) return undefined;
  return { key: search === '' ? path : formatKey(page.id, path, search), page };
}

const slugs = events.map(({ slug }) => slug);

function formatKey(id: PageId, path: string, search: string): string {
  if (id === 'events') return formatEventsUrl(parseEventsQuery(search, slugs));
  if (id === 'thank-you') {
    const types = new URLSearchParams(search).getAll('type');
    const kind = parseThankYouKind(types.length === 1 ? types[0] : undefined);
    return kind === 'general' ? path : `${path}?type=${kind}`;
  }
  return path;
}

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * The key of a response without an address of its own, such as the not-found page. It differs only in
 * which links of header and footer lead to the page or to one above it. No address looks like it.
 */
export function formatAnswerKey(id: PageId, path: string): string {
  const active = [...linkedPaths].filter((linked) => isActivePath(linked, path));
  return [id, ...active, ...(linkedPaths.has(path) ? ['itself'] : [])].join(' ');
}
