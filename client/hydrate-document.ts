import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { reactFailures } from './failures/report-failure.ts';

/**
 * Hydrates the document, in a transition: React then does it in slices and the page stays responsive. It stands in a
 * file of its own with React's larger half, which V8 readies in a task of its own (`entry.tsx` imports it on demand).
 */
export function hydrateDocument(page: ReactNode): void {
  startTransition(() => {
    hydrateRoot(document, page, reactFailures);
  });
}
