import { focusManager, type QueryClient } from '@tanstack/react-query';
import { isChangeDue } from './page-query.ts';

/**
 * Asks for changed data at the first sign of a visitor: while a machine sleeps, timers stand still. The query client
 * itself looks when the page is shown, or online again.
 */
export function watchWaking(client: QueryClient, target: EventTarget = window): void {
  // `pageshow` comes from the back/forward cache.
  for (const type of ['focus', 'pageshow']) {
    target.addEventListener(type, () => focusManager.onFocus());
  }
  let lookedIn = 0; // second
  const ask = () => {
    // A pointer that moves has up to a thousand events a second.
    const second = Math.floor(Date.now() / 1000);
    if (second === lookedIn) return;
    lookedIn = second;
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => isChangeDue(state) },
      { cancelRefetch: false },
    );
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown']) {
    target.addEventListener(type, ask);
  }
}
