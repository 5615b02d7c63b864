import type { Event } from './events/event.ts';
import { formatEventsUrl, plainQuery } from './events/filter-query.ts';
import { getPageById, type PageId } from './routes.ts';

/**
 * Absolute addresses, for whatever leaves the site: feeds, calendars, structured data. They come from
 * the configured origin, never from the Host header, which a stranger chooses.
 */

/** The part of the site that an address needs: scheme and host without a slash at the end. */
interface Origin {
  readonly origin: string;
}

/**
 * The canonical address of a page, without a query.
 *
 * @throws for a row without a path, which has no address of its own
 */
export function formatPageUrl(id: PageId, { origin }: Origin): string {
  const { path } = getPageById(id);
  if (path === undefined) throw new Error(`"${id}" has no address`);
  return new URL(path, origin).href;
}

/**
 * A post's place in the blog; posts have no page of their own (specification, section 2). The query leads to
 * the page of the list that has the post, which moves back as newer ones appear.
 */
export function formatPostUrl({ id }: { readonly id: string }, site: Origin): string {
  const anchor = encodeURIComponent(id);
  return `${formatPageUrl('blog', site)}?post=${anchor}#${anchor}`;
}

/** The events page with the details of an event open. */
export function formatEventUrl({ slug }: Pick<Event, 'slug'>, { origin }: Origin): string {
  return new URL(formatEventsUrl({ ...plainQuery, event: slug }), origin).href;
}
