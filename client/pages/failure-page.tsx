import { failure } from '#shared/content/failure.ts';
import { ProblemPage } from '../components/problem-page.tsx';

/** Shown by the server as a 500 and by the browser's error boundary. Never a stack. */
export function Page() {
  return <ProblemPage kind="failure" problem={failure} />;
}
