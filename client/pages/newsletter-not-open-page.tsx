import { ProblemPage } from '../components/problem-page.tsx';

export function Page() {
  return <ProblemPage kind="newsletter-not-open" />;
}
