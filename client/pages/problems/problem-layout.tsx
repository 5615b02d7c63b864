import type { Problem } from '#shared/content/failure.ts';
import type { PageId } from '#shared/routes.ts';
import { inlineLink, mainButton } from '../../components/button.tsx';
import { MessageLayout, messageClasses } from '../../components/message-layout.tsx';
import { PageLink } from '../../components/page-link.tsx';

interface ProblemPageProps {
  readonly kind: PageId;
  readonly problem: Problem;
}

/** An error page: what happened, what it means, and a link home. */
export function ProblemPage({ kind, problem }: ProblemPageProps) {
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
