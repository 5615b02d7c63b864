import { useEffect } from 'react';
import { loadDataClient } from './data-client.ts';

/**
 * Mounts the data client, which then follows focus and connection, once the browser is idle after
 * hydration. Ours instead of React Query's provider, whose package cannot be split: it would bring
 * the whole client, 7 kB compressed, to every page at start.
 */
export function useDataClient(): void {
  useEffect(
    () =>
      whenIdle(() => {
        loadDataClient().then(
          (client) => client.mount(),
          () => {}, // Offline, perhaps: whoever wants a request tries again.
        );
      }),
    [],
  );
}

/** Safari has no `requestIdleCallback`; two seconds after hydration the page is idle enough. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(act, { timeout: 5000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(act, 2000);
  return () => clearTimeout(timer);
}
