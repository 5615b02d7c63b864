import {
  type QueryClient,
  type QueryState,
  queryOptions,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
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
import { estimateServerTime } from './server-clock.ts';

/** The maximum delay of a timer, 32 bits in milliseconds: a longer one would fire at once. */
const maxTimerDelay = 2 ** 31 - 1;

/** Milliseconds by which two clocks may differ. A server may not know the change yet. */
const clockTolerance = 5000;

/** How far the server's clock is ahead of the visitor's, in milliseconds. Zero until the first response arrives. */
let clockOffset = 0;

/** The row of the page around a component. */
export const PageContext = createContext<Page | undefined>(undefined);

/** The row of the page around this component. Throws outside a `PageContext`: a programming error. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage needs a PageContext above it');
  return page;
}

/** What a page shows at its address: its state depends on the address and the time. */
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

/** The time for which the page is shown, the same on server and browser: milliseconds. */
export function useShownTime(): number {
  return usePageState().validFrom;
}

/**
 * The query for the data of a page at an address. The data are fresh until the programme's next change, and are fetched
 * again then.
 *
 * @param search the query of the address, with its question mark
 * @param module the page's module: it may make the data from those of another address
 */
export function pageQuery(client: QueryClient, page: Page, search: string, module?: PageModule) {
  return queryOptions({
    queryKey: ['page', page.id, search],
    queryFn: ({ queryKey, meta, signal }) => {
      // A page that is not shown yet is not retried: the browser loads its document (`LoadFailure`).
      const isShown = client.getQueryData(queryKey) !== undefined;
      return fetchPageState(page, search, meta?.['version'], signal).catch((cause: unknown) => {
        throw isShown ? cause : new LoadFailure(`No data for ${page.id}${search}`, { cause });
      });
    },
    initialData: () => findState(client, page, search, module),
    initialDataUpdatedAt: () => findState(client, page, search, module)?.validFrom,
    staleTime: ({ state: { data, dataUpdatedAt } }) => Math.max(0, getDelay(data, dataUpdatedAt)),
    refetchInterval: ({ state: { data } }) => {
      const delay = getDelay(data, Date.now());
      // Outdated data are fetched again each second within the tolerance, then when the page is shown or online again.
      if (delay === Number.POSITIVE_INFINITY || delay < -clockTolerance) return false;
      return Math.min(Math.max(delay, 1000), maxTimerDelay);
    },
  });
}

/** The time from `from` to the next change of the data: milliseconds, by the visitor's clock. */
function getDelay(state: AddressState | undefined, from: number): number {
  if (state?.nextChange === undefined) return Number.POSITIVE_INFINITY;
  return state.nextChange - clockOffset - from;
}

/** Whether data have changed since the last request, successful or failed. */
export function isChangeDue({
  data,
  dataUpdatedAt,
  errorUpdatedAt,
}: Pick<QueryState, 'data' | 'dataUpdatedAt' | 'errorUpdatedAt'>): boolean {
  if (!isAddressState(data)) return false;
  const lastRequest = Math.max(dataUpdatedAt, errorUpdatedAt);
  return getDelay(data, lastRequest) > 0 && getDelay(data, Date.now()) <= 0;
}

/** The state of an address for which nothing has to be fetched. */
function findState(
  client: QueryClient,
  page: Page,
  search: string,
  { findData }: Partial<PageModule> = {},
): AddressState | undefined {
  if (!page.hasData) return { pageId: page.id, version: '', validFrom: 0 };
  for (const { state } of client.getQueryCache().findAll({ queryKey: ['page', page.id] })) {
    const known: unknown = state.data;
    if (!findData || !isAddressState(known) || !known.data) continue;
    if (getDelay(known, Date.now()) <= 0) continue;
    const data = findData(search, known.data);
    if (data) return { ...known, data };
  }
  return undefined;
}

function isAddressState(value: unknown): value is AddressState {
  return typeof value === 'object' && value !== null && 'validFrom' in value;
}

async function fetchPageState({ id }: Page, search: string, version: unknown, signal: AbortSignal) {
  // Revalidates every time: Chromium's cache may use an old copy for an hour (`stale-while-revalidate`).
  const address = formatDataUrl(id, search);
  const response = await fetch(address, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  const state: AddressState = await response.json(); // our own server's (`shared/resources.ts`)
  if (state.version !== version) throw new LoadFailure('The server has another build by now');
  const now = Date.now();
  clockOffset = estimateServerTime(response.headers, now) - now;
  return state;
}
