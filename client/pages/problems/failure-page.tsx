import { failure } from '#shared/content/failure.ts';
import { ProblemPage } from './problem-layout.tsx';

/** The server shows it with a 500, the browser's error boundary after a failure. It never contains a stack. */
export function Page() {
  return <ProblemPage kind="failure" problem={failure} />;
}
