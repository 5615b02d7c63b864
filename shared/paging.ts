import type { PagePath, PageUrl } from './routes.ts';

/** A part of a list that is too long for one page. Pages are counted from 1. */
export interface PageOf<Entry> {
  readonly entries: readonly Entry[];
  /** The number of entries on the pages before this one. */
  readonly before: number;
  readonly page: number;
  /** The number of pages of the list; 1 for an empty list. */
  readonly pages: number;
}

export const maxPageSize = 12;

/**
 * The maximum length of a page's entries together (`measureLength`), of people with the partners; `portraits` where
 * people have photographs. With English prose the pages then are within their budgets (`scripts/build/budget.ts`).
 */
export const maxPageLength = {
  events: 3100,
  /** Of the whole list behind the details of an event, together with its description. */
  behindDetails: 1925,
  posts: 3400,
  team: 1900,
  portraits: 1300,
  questions: 6600,
} as const;

/**
 * The number of entries on a page of a list: twelve, or fewer if entries are long, so that any page fits into the
 * budget of a first response.
 *
 * @param maxLength of a page's entries together (`measureLength`)
 */
export function getPageSize(entries: readonly object[], maxLength: number): number {
  const longest = entries.map(measureLength).sort((one, other) => other - one);
  let length = 0;
  for (const [count, each] of longest.slice(0, maxPageSize).entries()) {
    length += each;
    if (length > maxLength) return Math.max(1, count);
  }
  return maxPageSize;
}

/** The characters of an entry's values. The names are the same in each entry, so they compress to nearly nothing. */
export function measureLength(entry: object): number {
  return JSON.stringify(Object.values(entry)).length;
}

/** The number of pages of a list. */
export function countPages(entries: number, pageSize: number): number {
  return Math.max(1, Math.ceil(entries / pageSize));
}

/** One page of a list. A page that does not exist means the first. */
export function takePage<Entry>(
  entries: readonly Entry[],
  wanted: number,
  pageSize: number,
): PageOf<Entry> {
  const pages = countPages(entries.length, pageSize);
  const page = wanted <= pages ? wanted : 1;
  const before = (page - 1) * pageSize;
  return { entries: entries.slice(before, before + pageSize), before, page, pages };
}

/** Parses the `page` of an address. Everything but a page number in canonical spelling means the first page. */
export function parsePageNumber(text: string | null, pages: number): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 1 && page <= pages && String(page) === text ? page : 1;
}

/** The address of a page of a list: `/blog`, `/blog?page=2`. */
export function formatListUrl(path: PagePath, page: number): PageUrl {
  return page > 1 ? `${path}?page=${page}` : path;
}
