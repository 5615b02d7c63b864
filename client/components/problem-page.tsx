import { type ProblemKind, problems } from '#shared/content/problems.ts';
import { mainButton } from './button.tsx';
import { MessageLayout } from './message-layout.tsx';

/** An answer that is not a page of the site: what happened, what it means, and the way home. */
export function ProblemPage({ kind }: { readonly kind: ProblemKind }) {
  const { title, text, action } = problems[kind];
  return (
    <MessageLayout title={title} text={text} emblem={{ seed: kind, dye: 'indigo' }}>
      <a href="/" css={mainButton}>
        {action}
      </a>
    </MessageLayout>
  );
}
