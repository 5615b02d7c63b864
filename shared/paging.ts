/** A part of a list that is too long for one page. Pages are counted from 1. */
export interface PageOf<Entry> {
  readonly entries: readonly Entry[];
  readonly page: number;
  /** How many pages the list has; 1 for an empty list. */
  readonly pages: number;
}

/*
 * Entries per page. A page with these has to fit into the budget of a first response
 * (`scripts/build/budget.ts`); `tests/server/growth.test.ts` measures it.
 */
export const pageSize = 12;

/** The number of pages that so many entries take. */
export function countPages(entries: number): number {
  return Math.max(1, Math.ceil(entries / pageSize));
}

/** One page of a list. A page that does not exist means the first. */
export function takePage<Entry>(entries: readonly Entry[], wanted: number): PageOf<Entry> {
  const pages = countPages(entries.length);
  const page = wanted <= pages ? wanted : 1;
  return { entries: entries.slice((page - 1) * pageSize, page * pageSize), page, pages };
}

/**
 * Parses the `page` of an address. Whatever is not the number of a page in canonical spelling means the
 * first, so that clients cannot invent addresses.
 */
export function parsePageNumber(text: string | null, pages: number): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 1 && page <= pages && String(page) === text ? page : 1;
}

/** The address of a page of a list: `/blog`, `/blog?page=2`. */
export function formatListUrl(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
