import {
  type QueryClient,
  queryOptions,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import { readKnownQuery } from '#shared/known-query.ts';
import {
  type AddressState,
  type DataOf,
  formatDataUrl,
  isDataOf,
  type PageData,
} from '#shared/page-data.ts';
import type { Page } from '#shared/routes.ts';
import { LoadFailure } from './load-failure.ts';
import { type PageModule, usePageModules } from './page-module.ts';

/** The maximum delay of a timer, 32 bits in milliseconds: a longer one would fire at once. */
const maxTimerDelay = 2 ** 31 - 1;

const minute = 60_000; // milliseconds

/** The latest time that a response has named, in milliseconds: the server's clock is there or later. */
let latestTime = 0;

/** The row of the page around a component. */
export const PageContext = createContext<Page | undefined>(undefined);

/** The row of the page around this component. Throws outside a `PageContext`: a programming error. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage needs a PageContext above it');
  return page;
}

/** Returns what a page shows: it depends on the address and the time. */
export function usePageState(): AddressState {
  const page = usePage();
  const { search } = useLocation();
  const module = usePageModules()(page.id);
  return useSuspenseQuery(pageQuery(useQueryClient(), page, search, module)).data;
}

/** The data of a page. Throws on any other page: a programming error. */
export function usePageData<Id extends PageData['pageId']>(id: Id): DataOf<Id> {
  const { data } = usePageState();
  if (!isDataOf(data, id)) throw new Error(`The data of page "${id}" are missing`);
  return data;
}

/**
 * The query for the data of a page at an address. What is past or to come follows the time in the response. The
 * visitor's clock, which may be wrong, decides only when to ask again: at the programme's next change, and once a
 * minute until the response has changed.
 *
 * @param given the query of the address, with its question mark
 * @param module the page's module: it may make the data from those of another address
 */
export function pageQuery(client: QueryClient, page: Page, given: string, module?: PageModule) {
  const search = readKnownQuery(page.id, given);
  return queryOptions({
    queryKey: ['page', page.id, search],
    queryFn: ({ queryKey, meta, signal }) => {
      // A page that is not shown yet is not retried: the browser loads its document (`LoadFailure`).
      const isShown = client.getQueryData(queryKey) !== undefined;
      return fetchPageState(page, search, meta?.['version'], signal).catch((cause: unknown) => {
        throw isShown ? cause : new LoadFailure(`No data for ${page.id}${search}`, { cause });
      });
    },
    initialData: () => findState(client, page, search, module)?.data,
    initialDataUpdatedAt: () => findState(client, page, search, module)?.dataUpdatedAt,
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      isOutdated(data) ? 0 : getDelay(data, dataUpdatedAt),
    refetchInterval: ({ state: { data } }) => {
      const delay = getDelay(data, Date.now());
      return delay === Number.POSITIVE_INFINITY ? false : Math.min(delay, maxTimerDelay);
    },
    // The visitor's clock may say that nothing has changed.
    refetchOnWindowFocus: ({ state }) => state.data?.nextChange !== undefined && 'always',
  });
}

/** Milliseconds from a time of the visitor's clock until the data are fetched again: the next change, or a minute. */
function getDelay(state: AddressState | undefined, from: number): number {
  const nextChange = state?.nextChange ?? Number.POSITIVE_INFINITY;
  return nextChange > from ? nextChange - from : minute;
}

/** Whether another response shows that the next change of these data has taken place. */
function isOutdated(state: AddressState | undefined): boolean {
  return state?.nextChange !== undefined && state.nextChange <= latestTime;
}

/** The state of an address for which nothing has to be fetched, as the cache keeps it. */
function findState(
  client: QueryClient,
  page: Page,
  search: string,
  { findData }: Partial<PageModule> = {},
): { readonly data: AddressState; readonly dataUpdatedAt: number } | undefined {
  if (!page.hasData) {
    return { data: { pageId: page.id, version: '', validFrom: 0 }, dataUpdatedAt: 0 };
  }
  for (const [key, known] of client.getQueriesData<AddressState>({ queryKey: ['page', page.id] })) {
    if (!known?.data || isOutdated(known)) continue;
    const data = findData?.(search, known.data);
    const dataUpdatedAt = client.getQueryState(key)?.dataUpdatedAt ?? 0;
    if (data) return { data: { ...known, data }, dataUpdatedAt };
  }
  return undefined;
}

async function fetchPageState({ id }: Page, search: string, version: unknown, signal: AbortSignal) {
  // Revalidates every time: Chromium's cache may use an old copy for an hour (`stale-while-revalidate`).
  const address = formatDataUrl(id, search);
  const response = await fetch(location.origin + address, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  const state: AddressState = await response.json(); // our own server's (`shared/resources.ts`)
  if (state.version !== version) throw new LoadFailure('The server has another build by now');
  const { search: found = '' } = state;
  if (found !== search) throw new LoadFailure(`The data of ${id}${found} instead of ${search}`);
  latestTime = Math.max(latestTime, state.validFrom);
  return state;
}
