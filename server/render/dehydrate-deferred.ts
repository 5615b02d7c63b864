import { dehydrate, type QueryClient } from '@tanstack/react-query';
import type { DocumentState } from '#client/data/document-state.ts';

/**
 * Returns the results of a page's deferred parts, for its state. A failed result keeps its status without the message:
 * the browser shows the failure, and does not repeat the query at once.
 */
export function dehydrateDeferred(client: QueryClient): Pick<DocumentState, 'deferred'> {
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state }) =>
      queryKey[0] !== 'page' && state.status !== 'pending',
  });
  if (queries.length === 0) return {};
  const deferred = {
    mutations: [],
    queries: queries.map((query) => {
      const { error } = query.state;
      if (!error) return query;
      return { ...query, state: { ...query.state, error: new Error(), fetchFailureReason: null } };
    }),
  };
  return { deferred };
}
