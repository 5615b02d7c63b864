import { problems } from '#shared/content/problems.ts';
import { ProblemPage } from '../components/problem-page.tsx';

export function Page() {
  return <ProblemPage kind="bad-request" problem={problems['bad-request']} />;
}
