import { badRequest } from '#shared/content/bad-request.ts';
import { ProblemPage } from '../components/problem-page.tsx';

export function Page() {
  return <ProblemPage kind="bad-request" problem={badRequest} />;
}
