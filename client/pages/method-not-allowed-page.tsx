import { ProblemPage } from '../components/problem-page.tsx';

export function Page() {
  return <ProblemPage kind="method-not-allowed" />;
}
