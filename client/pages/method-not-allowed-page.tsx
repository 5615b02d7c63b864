import { problems } from '#shared/content/problems.ts';
import { ProblemPage } from '../components/problem-page.tsx';

export function Page() {
  return <ProblemPage kind="method-not-allowed" problem={problems['method-not-allowed']} />;
}
