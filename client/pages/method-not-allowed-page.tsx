import { methodNotAllowed } from '#shared/content/method-not-allowed.ts';
import { ProblemPage } from '../components/problem-page.tsx';

export function Page() {
  return <ProblemPage kind="method-not-allowed" problem={methodNotAllowed} />;
}
