import { focusManager, type QueryClient } from '@tanstack/react-query';
import { isChangeDue } from './page-query.ts';

/**
 * Fetches changed data at the visitor's first input, because timers stop while a machine sleeps. The query client
 * itself checks only when the page is shown, or online again.
 */
export function watchWaking(client: QueryClient, target: EventTarget = window): void {
  // `pageshow` comes from the back/forward cache.
  for (const type of ['focus', 'pageshow']) {
    target.addEventListener(type, () => focusManager.onFocus());
  }
  let lastSecond = 0; // of the last check
  const refetchChanged = () => {
    // A pointer that moves has up to a thousand events a second.
    const second = Math.floor(Date.now() / 1000);
    if (second === lastSecond) return;
    lastSecond = second;
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => isChangeDue(state) },
      { cancelRefetch: false },
    );
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown']) {
    target.addEventListener(type, refetchChanged);
  }
}
