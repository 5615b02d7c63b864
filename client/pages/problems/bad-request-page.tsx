import { badRequest } from '#shared/content/bad-request.ts';
import { ProblemPage } from './problem-layout.tsx';

export function Page() {
  return <ProblemPage kind="bad-request" problem={badRequest} />;
}
