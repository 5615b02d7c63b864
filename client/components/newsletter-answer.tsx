import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import {
  type NewsletterAnswerKind,
  newsletterAnswers,
} from '#shared/content/newsletter-answers.ts';
import { mainButton, quietButton } from './button.tsx';
import { MessageLayout } from './message-layout.tsx';

interface NewsletterAnswerProps {
  readonly kind: NewsletterAnswerKind;
  /** `button`: one button that posts to this very address, where the token is. */
  readonly way?: 'home' | 'button' | 'form';
  /** The form, where `way` says so. */
  readonly children?: ReactNode;
}

/** Kinds that bring good news, or may. */
const good: readonly NewsletterAnswerKind[] = ['confirm', 'confirmed', 'already-confirmed'];

/** What the newsletter's form or a link of a mail is answered: what happened, and what to do now. */
export function NewsletterAnswer({ kind, way = 'home', children }: NewsletterAnswerProps) {
  const { title, text, action } = newsletterAnswers[kind];
  return (
    <MessageLayout
      title={title}
      text={text}
      emblem={{ seed: `newsletter-${kind}`, dye: good.includes(kind) ? 'madder' : 'indigo' }}
    >
      {way === 'form' ? <div css={formPlace}>{children}</div> : null}
      {way === 'home' ? (
        <a href="/" css={mainButton}>
          {action}
        </a>
      ) : null}
      {way === 'button' ? (
        <form method="post" css={ways}>
          <button type="submit" css={mainButton}>
            {action}
          </button>{' '}
          <a href="/" css={quietButton}>
            Not now
          </a>
        </form>
      ) : null}
    </MessageLayout>
  );
}

const formPlace = css`
  max-width: 34em;
`;

const ways = css`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;
