import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { reactFailures } from './failures/report-failure.ts';

/**
 * Hydrates the document in a transition: React works in slices, and the page stays responsive. This file contains
 * React's larger half, and `entry.tsx` imports it on demand, so that V8 compiles it in a task of its own.
 */
export function hydrateDocument(page: ReactNode): void {
  startTransition(() => {
    hydrateRoot(document, page, reactFailures);
  });
}
