import { type ProblemKind, problems } from '#shared/content/problems.ts';
import { mainButton } from './button.tsx';
import { MessageLayout } from './message-layout.tsx';

/** An error page: what happened, what it means, and a link home. */
export function ProblemPage({ kind }: { readonly kind: ProblemKind }) {
  const { title, text, action } = problems[kind];
  return (
    <MessageLayout title={title} text={text} emblem={{ seed: kind, dye: 'indigo' }}>
      <a href="/" className={mainButton}>
        {action}
      </a>
    </MessageLayout>
  );
}
