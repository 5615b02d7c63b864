import { type ProblemKind, problems } from '#shared/content/problems.ts';
import { AnswerLayout } from './answer-layout.tsx';
import { mainButton } from './button.tsx';

/** An answer that is not a page of the site: what happened, what it means, and the way home. */
export function ProblemPage({ kind }: { readonly kind: ProblemKind }) {
  const { title, text, action } = problems[kind];
  return (
    <AnswerLayout title={title} text={text} emblem={{ seed: kind, dye: 'indigo' }}>
      <a href="/" css={mainButton}>
        {action}
      </a>
    </AnswerLayout>
  );
}
