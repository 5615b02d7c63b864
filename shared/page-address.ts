import { parseThankYouKind } from './content/thank-you.ts';
import { readEventsData } from './events/events-data.ts';
import { formatEventsUrl, parseEventsQuery } from './events/filter-query.ts';
import { findLastChange, findNextChange } from './events/phase.ts';
import { findNextDay, findStartOfDay } from './local-time.ts';
import type { PageData } from './page-data.ts';
import { countPages, type PageOf, parsePageNumber, takePage } from './paging.ts';
import type { Page, PageId } from './routes.ts';
import type { SiteContent } from './site-content.ts';
import { siteTimeZone } from './format.ts';

/** A page's address, parsed. */
export interface PageAddress {
  readonly page: Page;
  /**
   * The cache key: the path and, of the query, what the page knows, in the canonical order. Everything
   * else (`?utm_source=…`) changes nothing in the page. Clients cannot invent a key: there are as many
   * keys as the filters have combinations and the lists have pages.
   */
  readonly key: string;
  /** What the page shows at this address and at a moment; undefined where that is always the same. */
  readonly readData: (moment: number) => PageData | undefined;
}

/** Parses the query of a page's address. */
export function parsePageAddress(
  page: Page,
  path: string,
  search: string,
  content: SiteContent,
): PageAddress {
  return { page, ...parseQuery(page.id, path, search, content) };
}

function parseQuery(
  id: PageId,
  path: string,
  search: string,
  { programme, posts, team, partners, questions }: SiteContent,
): Omit<PageAddress, 'page'> {
  const paged = <Entry extends { readonly id: number | string }>(
    entries: readonly Entry[],
    toData: (part: PageOf<Entry>) => PageData,
  ) => {
    const query = new URLSearchParams(search);
    const part = takePage(entries, parsePageNumber(query.get('page'), countPages(entries.length)));
    return { key: formatListPath(path, part.page), readData: () => toData(part) };
  };
  switch (id) {
    case 'events': {
      const query = parseEventsQuery(search, programme);
      const readData = (moment: number) => readEventsData(query, programme, moment);
      return { key: formatEventsUrl(query), readData };
    }
    case 'blog':
      return paged(posts, (part) => ({ pageId: 'blog', posts: part }));
    case 'about':
      return paged(team, (part) => ({ pageId: 'about', team: part, partners }));
    case 'investor-faq':
      return paged(questions, (part) => ({ pageId: 'investor-faq', questions: part }));
    case 'thank-you':
      return { key: formatThankYouKey(path, search), readData: () => undefined };
    default:
      return { key: path, readData: () => undefined };
  }
}

function formatThankYouKey(path: string, search: string): string {
  const types = new URLSearchParams(search).getAll('type');
  const kind = parseThankYouKind(types.length === 1 ? types[0] : undefined);
  return kind === 'general' ? path : `${path}?type=${kind}`;
}
