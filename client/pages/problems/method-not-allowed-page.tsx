import { methodNotAllowed } from '#shared/content/method-not-allowed.ts';
import { ProblemPage } from './problem-layout.tsx';

export function Page() {
  return <ProblemPage kind="method-not-allowed" problem={methodNotAllowed} />;
}
