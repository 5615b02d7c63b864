import { offline } from '#shared/content/offline.ts';
import { ProblemPage } from './problem-layout.tsx';

/** Replaces a page whose data cannot be fetched because the browser is offline (`failures/root-options.ts`). */
export function OfflinePage() {
  return <ProblemPage kind="failure" problem={offline} />;
}
