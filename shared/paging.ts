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

/**
 * The number of entries on a page of each list. With the longest texts that the content check allows, a page is up to
 * 1.5 kB larger than `scripts/build/budget.ts` says.
 */
export const pageSizes = { events: 8, posts: 10, team: 8, questions: 10 } as const;

/** The number of pages of a list. */
export function countPages(entries: number, pageSize: number): number {
  return Math.max(1, Math.ceil(entries / pageSize));
}

/** One page of a list. After the last page comes none, so a higher number means the last. */
export function takePage<Entry>(
  entries: readonly Entry[],
  wanted: number,
  pageSize: number,
): PageOf<Entry> {
  const pages = countPages(entries.length, pageSize);
  const page = Math.min(wanted, pages);
  const before = (page - 1) * pageSize;
  return { entries: entries.slice(before, before + pageSize), before, page, pages };
}

/** Parses the `page` of an address: lists get shorter, so a higher number means the last page. Other texts mean the first. */
export function parsePageNumber(text: string | null, pages: number): number {
  return /^[1-9]\d*$/.test(text ?? '') ? Math.min(Number(text), pages) : 1;
}

/** The address of a page of a list: `/blog`, `/blog?page=2`. */
export function formatListUrl(path: PagePath, page: number): PageUrl {
  return page > 1 ? `${path}?page=${page}` : path;
}
