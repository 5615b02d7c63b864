import { about } from './content/about.ts';
import { manifesto } from './content/manifesto.ts';
import { privacy } from './content/privacy.ts';
import { terms } from './content/terms.ts';
import { formatDay, getNextDay, getStartOfDay } from './dates/local-time.ts';
import { getProgrammeValidity } from './events/changes.ts';
import { readEventsData } from './events/events-data.ts';
import { formatEventsUrl, parseEventsQuery, unlisted } from './events/filter-query.ts';
import { findNextEvent } from './events/next-event.ts';
import { findVentures } from './events/ventures.ts';
import { readKnownQuery } from './known-query.ts';
import type { AddressState, PageData } from './page-data.ts';
import {
  countPages,
  formatListUrl,
  type PageOf,
  pageSizes,
  parsePageNumber,
  takePage,
} from './paging.ts';
import type { Page } from './routes.ts';
import { site } from './site.ts';
import type { SiteContent } from './site-content.ts';
import { formatThankYouUrl, parseThankYouKind } from './thank-you.ts';
import { always, intersect, type Validity } from './validity.ts';

const legalTexts = { privacy, terms };

export interface PageAddress {
  readonly page: Page;
  /**
   * The cache key: the path and the known values of the query, in the canonical order. Anything else in the query
   * (`?utm_source=…`) changes nothing in the page, so clients cannot invent a key.
   */
  readonly key: string;
  /** The page's data at this address at a time; undefined where they are always the same. */
  readonly readData: (now: number, isDocument: boolean) => PageData | undefined;
  /** When the data are valid: until an event begins or ends, or the day changes. */
  readonly getValidity: (now: number) => Validity;
}

/**
 * Parses the query of a page's address.
 *
 * @param path the canonical path of the page
 */
export function parsePageAddress(
  page: Page,
  path: string,
  search: string,
  content: SiteContent,
): PageAddress {
  const { programme, posts, team, partners, questions } = content;
  const address = { page, key: path, readData: () => undefined, getValidity: () => always };
  const known = readKnownQuery(page.id, search);
  const query = new URLSearchParams(known);
  const paged = <Entry>(
    list: readonly Entry[],
    pageSize: number,
    toData: (part: PageOf<Entry>, now: number) => PageData,
    index = -1,
  ) => {
    const pageNumber = parsePageNumber(query.get('page'), countPages(list.length, pageSize));
    const part = takePage(list, index < 0 ? pageNumber : countPages(index + 1, pageSize), pageSize);
    const readData = (now: number) => toData(part, now);
    return { ...address, key: formatListUrl(page.path ?? '/', part.page), readData };
  };
  const getValidity = (now: number) => getProgrammeValidity(programme.events, now);
  switch (page.id) {
    case 'home':
      return {
        ...address,
        readData: (now) => ({
          pageId: 'home',
          people: team.slice(0, 3).map(({ id, name, role, photoUrl, photograph }) => ({
            ...{ id, name, role, photoUrl },
            ...(photograph && { photograph }),
          })),
          table: findVentures(programme.events, now),
          ...findNextEvent(programme.events, now),
          today: formatDay(now, site.timezone),
        }),
        getValidity: (now) => intersect(getValidity(now), getDayValidity(now)),
      };
    case 'events': {
      const wanted = parseEventsQuery(known, programme);
      return {
        page,
        key: formatEventsUrl(wanted),
        readData: (now, isDocument) => readEventsData(wanted, programme, now, isDocument),
        getValidity,
      };
    }
    case 'manifesto':
      return {
        ...address,
        readData: (now) => ({
          pageId: 'manifesto',
          texts: manifesto,
          ...findNextEvent(programme.events, now),
        }),
        getValidity,
      };
    case 'blog': {
      const post = query.get('post');
      const index = posts.findIndex(({ id }) => id === post);
      const isUnlisted = post !== null && index < 0;
      const found = paged(
        posts,
        pageSizes.posts,
        (list) => ({ pageId: 'blog', list, ...(isUnlisted && { isUnlisted }) }),
        index,
      );
      return post === null
        ? found
        : { ...found, key: `/blog?post=${isUnlisted ? unlisted : post}` };
    }
    case 'about':
      return {
        ...paged(team, pageSizes.team, (list, now) => ({
          pageId: 'about',
          texts: about,
          list,
          partners,
          ...findNextEvent(programme.events, now),
        })),
        getValidity,
      };
    case 'investor-faq':
      return paged(questions, pageSizes.questions, (list) => ({ pageId: 'investor-faq', list }));
    case 'privacy':
    case 'terms': {
      const { id } = page;
      return {
        ...address,
        readData: (now) => ({
          pageId: id,
          text: legalTexts[id],
          today: formatDay(now, site.timezone),
        }),
        getValidity: getDayValidity, // "Last updated" shows the day (specification, section 2).
      };
    }
    case 'thank-you': {
      const kind = parseThankYouKind(search);
      const key = formatThankYouUrl(kind);
      return { ...address, key, readData: () => ({ pageId: 'thank-you', kind }) };
    }
    default:
      return address;
  }
}

/** The day in the network's zone. */
export function getDayValidity(now: number): Validity {
  return { from: getStartOfDay(now, site.timezone), until: getNextDay(now, site.timezone) };
}

/**
 * The data of a page's address and the time, within their validity.
 *
 * @param isDocument whether the data are part of a document, which has to fit into the first packets
 */
export function readAddressState(
  { page, key, readData }: PageAddress,
  version: string,
  { from, until }: Validity,
  isDocument: boolean,
): AddressState {
  const data = readData(from, isDocument);
  const search = page.path ? key.slice(page.path.length) : '';
  return {
    pageId: page.id,
    ...(search && { search }),
    version,
    validFrom: from,
    ...(until === undefined ? {} : { nextChange: until }),
    ...(data ? { data } : {}),
  };
}
