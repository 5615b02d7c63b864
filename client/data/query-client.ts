import { hydrate, QueryClient } from '@tanstack/react-query';
import type { AddressState } from '#shared/page-data.ts';
import { getPageById } from '#shared/routes.ts';
import type { DocumentState } from './document-state.ts';
import { LoadFailure } from './load-failure.ts';
import { pageQuery } from './page-query.ts';

/** Specification, section 9: three retries, after 1 s, 2 s and 4 s and never more than 30 s. */
const retries = {
  retry: (failures: number, error: Error) => failures < 3 && !(error instanceof LoadFailure),
  retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, 30_000),
  networkMode: 'always', // Offline too: by default a request would wait for a connection.
} as const;

/**
 * The query client of the browser, with the data of the document. An unused query leaves it after five minutes
 * (specification, section 9).
 */
export function createBrowserQueryClient({ page, deferred }: DocumentState) {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        ...retries,
        gcTime: 5 * 60_000,
        refetchOnReconnect: true, // off by default in this network mode
        meta: { version: page.version },
      },
      mutations: {
        ...retries,
        // Offline the newsletter's form tries once: the browser may be wrong about it.
        retry: (failures, error) => navigator.onLine !== false && retries.retry(failures, error),
      },
    },
  });
  setDocumentPage(client, page);
  if (deferred) hydrate(client, deferred);
  return client;
}

/**
 * The query client of one render on the server. It has no retries, which would take seven seconds. Its entries never
 * expire, because each would need a timer of five minutes.
 */
export function createServerQueryClient({ page }: DocumentState) {
  const queries = {
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  };
  const client = new QueryClient({ defaultOptions: { queries } });
  setDocumentPage(client, page);
  return client;
}

/** Stores the page without the time of its response, which may be from a cache: it is stale at its next change. */
function setDocumentPage(client: QueryClient, page: AddressState) {
  const { queryKey } = pageQuery(client, getPageById(page.pageId), page.search ?? '');
  client.setQueryData(queryKey, page, { updatedAt: 0 });
}
