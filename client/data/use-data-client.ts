import { useEffect } from 'react';
import { loadDataClient } from './data-client.ts';

/** What a visitor does first, whoever it is: pointing, typing, moving the focus. */
const firstDeeds = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Mounts the data client, which then follows focus and connection, with the visitor's first deed:
 * before that nobody can want a request. Ours instead of React Query's provider, whose package cannot
 * be split: it would bring the whole client, 7 kB compressed, to every page at start.
 */
export function useDataClient(): void {
  useEffect(() => {
    const mount = () => {
      forget();
      loadDataClient().then(
        (client) => client.mount(),
        () => {}, // Offline, perhaps: whoever wants a request tries again.
      );
    };
    const forget = () => {
      for (const deed of firstDeeds) window.removeEventListener(deed, mount);
    };
    for (const deed of firstDeeds) window.addEventListener(deed, mount, { passive: true });
    return forget;
  }, []);
}
