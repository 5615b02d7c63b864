import type { QueryClient } from '@tanstack/query-core';

let loading: Promise<QueryClient> | undefined;

/**
 * The data-fetching client, the same one for the life of the page. Its code is fetched when the page
 * first used or a request is wanted, because no page needs it to hydrate (7 kB compressed). Rejects
 * when it cannot be fetched; the next call tries again.
 */
export function loadDataClient(): Promise<QueryClient> {
  loading ??= import('./create-data-client.ts').then(
    ({ createDataClient }) => createDataClient(),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
