import { badRequest } from '#shared/content/bad-request.ts';
import { failure, type Problem } from '#shared/content/failure.ts';
import { methodNotAllowed } from '#shared/content/method-not-allowed.ts';
import { offline } from '#shared/content/offline.ts';
import type { PageId } from '#shared/routes.ts';
import { inlineLink, mainButton } from '../../components/button.tsx';
import { MessageLayout, messageClasses } from '../../components/message-layout.tsx';
import { PageLink } from '../../components/page-link.tsx';

export function BadRequestPage() {
  return <ProblemPage kind="bad-request" problem={badRequest} />;
}

export function MethodNotAllowedPage() {
  return <ProblemPage kind="method-not-allowed" problem={methodNotAllowed} />;
}

/** The server shows it with a 500, the browser's error boundary after a failure. It never contains a stack. */
export function FailurePage() {
  return <ProblemPage kind="failure" problem={failure} />;
}

/** Replaces a page whose data cannot be fetched because the browser is offline (`failures/root-options.ts`). */
export function OfflinePage() {
  return <ProblemPage kind="failure" problem={offline} />;
}

interface ProblemPageProps {
  readonly kind: PageId;
  readonly problem: Problem;
}

/** An error page: what happened, what it means, and a link home. */
function ProblemPage({ kind, problem }: ProblemPageProps) {
  const { title, text, action } = problem;
  return (
    <MessageLayout title={title} paragraphs={[text]} emblem={{ seed: kind, colour: 'indigo' }}>
      <PageLink to="/" className={mainButton}>
        {action}
      </PageLink>
    </MessageLayout>
  );
}

export const problemClasses: readonly string[] = [...messageClasses, inlineLink, mainButton];
